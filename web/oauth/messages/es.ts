import type { OAuthMessages } from '../wording.ts';

/** Spanish. */
export const es: OAuthMessages = {
  access: 'Acceso',
  testMode: 'Modo de prueba. Aquí no se reserva nada de verdad ni se mueve dinero real.',
  scopes: {
    search: 'Buscar vuelos, hoteles y coches de alquiler',
    book: 'Preparar viajes e iniciar su pago',
    manage: 'Ver, cambiar, cancelar y reembolsar reservas; gestionar claves de API, miembros y webhooks',
  },
  mayDo: (organization) => `Con la cuenta de ${organization} podría:`,
  otherOrganization: '¿Otra organización? Elíjala en la página de su cuenta y vuelva a cargar esta página.',
  signedInAs: (account) => `Sesión iniciada como ${account}`,
  allow: 'Permitir',
  deny: 'No permitir',
  consent: {
    title: (name) => `¿Permitir que ${name} use su cuenta?`,
    text: 'Esta aplicación quiere actuar por usted. No conocerá su contraseña.',
    sentBackTo: 'Volverá a',
    saysItIs: 'Dice pertenecer a',
    unchecked: 'Se ha registrado ella misma. No hemos comprobado su nombre ni quién está detrás.',
    takeBack: 'Puede retirar el acceso en cualquier momento en «Aplicaciones».',
  },
  device: {
    title: 'Conectar un dispositivo',
    text: (name) => `Escriba el código que ${name} muestra en su dispositivo.`,
    label: 'Código',
    hint: 'Ocho letras, por ejemplo BCDF-GHJK',
    next: 'Continuar',
    missing: 'Escriba el código.',
    unknown:
      'Este código es desconocido, ya se ha usado o tiene más de diez minutos. Compruébelo o empiece de nuevo en el dispositivo.',
    confirmTitle: (name) => `¿Permitir que ${name} use su cuenta?`,
    confirmText: '¿Muestra su dispositivo exactamente este código?',
    warning:
      'Siga solo si acaba de iniciar esto usted mismo. Quien le haya enviado un código o un enlace obtendría acceso a su cuenta.',
  },
  done: {
    allowed: (name) => ({
      title: 'Su dispositivo está conectado',
      text: `${name} ya puede usar su cuenta. Puede cerrar esta página y continuar allí.`,
    }),
    denied: (name) => ({ title: 'Sin conectar', text: `${name} no ha recibido acceso. Puede cerrar esta página.` }),
  },
  applications: {
    title: 'Aplicaciones',
    text: 'Estas aplicaciones pueden actuar por usted.',
    none: 'Ninguna aplicación tiene acceso a su cuenta.',
    since: (day) => `Desde el ${day}`,
    lastUsed: (day) => `Renovado el ${day}`,
    revoke: 'Retirar el acceso',
    revokeOf: (name) => `Retirar el acceso a ${name}`,
    revoked: 'Se ha retirado el acceso.',
    keys: 'Una clave de API que creó una aplicación pertenece a la organización y sigue funcionando: revóquela entre las claves.',
    keysLink: 'Claves de API',
  },
  failed: {
    title: 'Esta solicitud no se puede atender',
    text: 'La aplicación ha pedido algo que no es posible. Vuelva a ella e inténtelo de nuevo.',
    unknownClient:
      'Este servicio no conoce la aplicación, o ya no la conoce. Elimine la conexión en la aplicación y añádala de nuevo.',
    detail: 'Para sus desarrolladores',
  },
  closed: {
    form_stale: {
      title: 'Inténtelo de nuevo',
      text: 'No se ha podido confiar en este formulario. No se ha cambiado nada.',
    },
    request_over: {
      title: 'Esta solicitud ha terminado',
      text: 'Tardó demasiado, ya se respondió o empezó en otro navegador. Empiece de nuevo en la aplicación.',
    },
    too_many_attempts: { title: 'Demasiados intentos', text: 'Espere unos minutos e inténtelo de nuevo.' },
  },
  again: 'Intentar de nuevo',
};
