import type { AccountMessages } from '../wording.ts';
import { security } from './security-es.ts';

/** Spanish. */
export const es: AccountMessages = {
  account: 'Cuenta',
  fields: {
    organization: 'Organización',
    organizationHint: 'El nombre de su empresa o equipo. Lo ven los miembros y las personas invitadas.',
    code: 'Código',
    codeHint: 'Seis cifras de su aplicación de autenticación, o uno de sus códigos de recuperación.',
    email: 'Correo electrónico',
    name: 'Su nombre',
    password: 'Contraseña',
    newPassword: 'Contraseña nueva',
    currentPassword: 'Contraseña actual',
    passwordHint: 'Al menos 12 caracteres. Varias palabras sin relación entre sí son seguras y fáciles de recordar.',
    missing: 'Rellene este campo.',
    problems: {
      missing: 'Rellene este campo.',
      email_invalid: 'Esto no parece un correo electrónico, como nombre@example.com.',
      too_short: 'Esta contraseña es demasiado corta. Use al menos 12 caracteres; lo más fácil es añadir una palabra.',
      too_long: 'Tiene más de 256 caracteres.',
      common: 'Esta contraseña es de las que se prueban primero. Use palabras que no vayan juntas.',
      simple: 'Esta contraseña sigue un patrón sencillo. Use algo que no se pueda adivinar.',
      first_key_wrong:
        'No es la primera clave de una organización sin propietario. Deje el campo vacío para crear una organización propia.',
      own_words: 'Esta contraseña es poco más que su nombre o su dirección. Use algo que no tenga que ver con usted.',
    },
  },
  problemsHeading: 'Revise lo que está marcado abajo.',
  signUp: {
    title: 'Crear una cuenta',
    text: 'Una cuenta para su organización: claves, miembros y saldo en un solo lugar.',
    nameHint: 'Lo ven los miembros de su organización.',
    submit: 'Crear cuenta',
    haveAccount: 'Ya tengo cuenta: iniciar sesión',
    claimHeading: 'Ser propietario de la organización de la primera clave de este entorno de pruebas',
    claimText:
      'En su primer arranque, el entorno de pruebas creó una organización y mostró su clave una sola vez, en el terminal o en un archivo. Todavía no es de nadie. Pegue esa clave y será su propietario, con todo lo que se haya reservado con ella. Sin la clave, obtiene una organización propia.',
    firstKey: 'Primera clave de API (opcional)',
  },
  secondFactor: {
    title: 'Introduzca su código',
    text: 'Su cuenta está protegida por un segundo factor.',
    submit: 'Iniciar sesión',
    back: 'Empezar de nuevo',
  },
  switcher: { label: 'Organización', choose: 'Cambiar a' },
  found: {
    heading: 'Otra organización',
    text: 'Tiene sus propias claves, miembros y reservas, y es suya. Cambia de una organización a otra en la parte superior de la página.',
    submit: 'Crear organización',
    problems: {
      unverified: 'Confirme primero su dirección con el enlace del correo.',
      too_many: 'Ya pertenece a tantas organizaciones como puede una persona.',
    },
  },
  leave: {
    link: 'Salir',
    title: (organization) => `¿Salir de ${organization}?`,
    text: 'Pierde el acceso de inmediato. Las claves que ha creado siguen funcionando: son de la organización. Solo un propietario puede invitarle de nuevo.',
    isLast: 'Es su única organización: su cuenta termina con ella.',
    submit: 'Salir de la organización',
  },
  signIn: {
    title: 'Iniciar sesión',
    text: 'Para gestionar las claves y los miembros de su organización.',
    submit: 'Iniciar sesión',
    wrong: 'Este correo y esta contraseña no coinciden.',
    forgot: '¿Ha olvidado la contraseña?',
    noAccount: '¿Aún no tiene cuenta? Cree una',
    ended: 'Inicie sesión. Por su seguridad, una sesión termina tras doce horas sin uso.',
  },
  forgot: {
    title: '¿Ha olvidado la contraseña?',
    text: 'Indique su correo. Si tiene una cuenta, le enviamos un enlace para elegir una contraseña nueva.',
    submit: 'Enviar el enlace',
    back: 'Volver a iniciar sesión',
  },
  reset: {
    titles: { reset: 'Elija una contraseña nueva', welcome: 'Elija una contraseña' },
    text: (email) => `Para ${email}. Se cerrará la sesión en todos los navegadores.`,
    submit: 'Guardar contraseña',
  },
  verify: {
    title: 'Confirme su dirección',
    text: (email) =>
      `Escriba la contraseña con la que se creó la cuenta de ${email}. Así nadie puede hacerle confirmar una cuenta ajena.`,
    submit: 'Confirmar e iniciar sesión',
    wrong: 'No es la contraseña con la que se creó la cuenta.',
  },
  join: {
    title: (organization) => `Unirse a ${organization}`,
    text: (email, role) => `Ha recibido la invitación como ${email}. Su función: ${role}.`,
    submit: 'Unirse',
    signInFirst: 'Ya tiene una cuenta con esta dirección. Inicie sesión y esta organización se añade a ella.',
    asMember: (who, role) =>
      `Ha iniciado sesión como ${who}. Esta organización se añade a su cuenta. Su función: ${role}.`,
    otherAccount: (invited, who) =>
      `Esta invitación es para ${invited}, y ha iniciado sesión como ${who}. Cierre la sesión y abra de nuevo el enlace del correo.`,
    problems: {
      member_already: 'Ya es miembro de esta organización.',
      full: 'Ya pertenece a tantas organizaciones como puede una persona.',
    },
  },
  checkMail: {
    title: 'Revise su correo',
    texts: {
      sign_up: 'Le hemos enviado un correo. Su enlace confirma su dirección.',
      reset: 'Si la dirección tiene una cuenta, un correo con un enlace está en camino. El enlace vale una hora.',
      verify: 'Su dirección aún no está confirmada. Le hemos enviado el enlace otra vez.',
    },
    spam: '¿Nada tras unos minutos? Mire en la carpeta de correo no deseado.',
    outbox: 'Este entorno de pruebas no envía correos. Lo encontrará en esta carpeta del servidor:',
    signInAlready: 'Aquí no hace falta esperarlo:',
  },
  done: {
    password_set: { title: 'Su contraseña está guardada', text: 'Ya puede iniciar sesión con ella.' },
    password_changed: {
      title: 'Su contraseña ha cambiado',
      text: 'Se ha cerrado su sesión en todas partes. Inicie sesión con la nueva.',
    },
    signed_out_everywhere: {
      title: 'Sesión cerrada en todas partes',
      text: 'Ningún navegador sigue conectado a su cuenta.',
    },
    left: { title: 'Ha salido', text: 'Era su única organización: su cuenta ha terminado.' },
  },
  closed: {
    form_stale: {
      title: 'Inténtelo de nuevo',
      text: 'No se pudo confiar en este formulario, quizá porque llevaba mucho tiempo abierto o las cookies están desactivadas. No se ha cambiado nada.',
    },
    invitation_gone: {
      title: 'Esta invitación ya no vale',
      text: 'Ya se aceptó, se retiró o es demasiado antigua. Pida una nueva a quien le invitó.',
    },
    link_gone: {
      title: 'Este enlace ya no vale',
      text: 'Ya se ha usado, es demasiado antiguo o lo sustituye uno más nuevo.',
    },
    locked: {
      title: 'Demasiados intentos fallidos',
      text: 'Durante un cuarto de hora no se aceptan desde aquí más contraseñas para esta dirección. Una contraseña nueva, por correo, acaba con la espera.',
    },
    too_often: {
      title: 'Un momento, por favor',
      text: 'Desde su red ha habido muchísimas solicitudes. Inténtelo de nuevo en un cuarto de hora.',
    },
    by_invitation: {
      title: 'Las cuentas son por invitación',
      text: 'Pida una invitación a un propietario de su organización o a quien gestiona este servicio.',
    },
    not_allowed: { title: 'Solo para propietarios', text: 'Diríjase a un propietario de su organización.' },
    not_member: {
      title: 'No es una de sus organizaciones',
      text: 'No es miembro de ella, o ya no. No se ha cambiado nada.',
    },
    last_owner: {
      title: 'Es el último propietario',
      text: 'Una organización conserva al menos un propietario. Nombre primero a otra persona y salga después.',
    },
    codes_locked: {
      title: 'Demasiados códigos erróneos',
      text: 'Durante un cuarto de hora no se acepta ningún código para esta cuenta.',
    },
    factor_required: {
      title: 'Configure primero un segundo factor',
      text: 'Esta organización lo pide a todos sus miembros. Basta un minuto y una aplicación de autenticación.',
    },
  },
  goOn: { title: 'Ha iniciado sesión', link: 'Continuar' },
  application: {
    text: (name, place) =>
      `Está aquí por ${name} (${place}). Cuando haya iniciado sesión, le preguntaremos si puede usar su cuenta.`,
    mailLeadsOn: (name) => `El enlace del correo le llevará después a ${name}.`,
    confirmedAlready: '¿Ya confirmó su dirección en otro dispositivo?',
    invitationLeadsOn: (name) =>
      `Abra el enlace de la invitación en este navegador antes de 24 horas y le llevará a ${name}. Más tarde, empiece de nuevo desde ${name}.`,
    elsewhere: (name) =>
      `${name} espera en el dispositivo donde empezó. ¿Es otro dispositivo? Vuelva a él e inicie sesión allí: desde aquí su respuesta no puede llegar a ${name}.`,
    goOn: (name) => `Continuar con ${name}`,
  },
  toSignIn: 'Iniciar sesión',
  toSignUp: 'Crear una cuenta',
  toForgot: 'Elegir una contraseña nueva',
  toAccount: 'Volver a la cuenta',
  toSecurity: 'Configurar un segundo factor',
  sections: {
    overview: 'Organización',
    changes: 'Cambios pendientes',
    approvals: 'Autorizaciones',
    applications: 'Aplicaciones',
    security: 'Seguridad',
  },
  sectionsLabel: 'Cuenta',
  signOut: 'Cerrar sesión',
  signedInAs: (who) => `Sesión de ${who}`,
  roles: {
    owner: 'Propietario',
    admin: 'Administrador',
    member: 'Miembro',
    support: 'Atención al cliente',
    read_only: 'Solo lectura',
  },
  organization: {
    heading: 'Organización',
    name: 'Nombre',
    environment: 'Entorno',
    environments: { sandbox: 'Pruebas (sandbox)', production: 'Producción' },
    balance: 'Saldo',
    credits: (amount) => `${amount} créditos`,
    unlimited: 'Sin límite',
    id: 'Identificador',
  },
  console: {
    heading: 'Claves, miembros, reservas',
    text: 'En la consola están las claves, los miembros y las reservas; su función determina qué puede cambiar allí. Está en inglés.',
    keys: 'Claves de API',
    members: 'Miembros',
    open: 'Abrir la consola',
  },
  cancel: 'Cancelar',
  forPerson: (what, who) => `${what}: ${who}`,
  security,
  mails: {
    hello: (name) => `Hola, ${name}:`,
    why: 'Recibe este correo porque alguien escribió esta dirección en Bly. Nadie puede leer su contraseña, tampoco nosotros.',
    verify: {
      subject: 'Confirme su correo electrónico',
      title: 'Confirme su dirección',
      text: 'alguien, esperamos que usted, ha creado una cuenta con esta dirección.',
      link: 'Confirmar mi dirección',
      note: 'El enlace vale tres días. Si no fue usted, no haga nada: sin usted la cuenta no se confirma.',
    },
    already_registered: {
      subject: 'Ya tiene una cuenta',
      title: 'Ya tiene una cuenta',
      text: 'alguien, quizá usted, quiso crear una cuenta con esta dirección. Ya tiene una y no se ha cambiado nada.',
      link: 'Iniciar sesión',
      note: '¿Olvidó la contraseña? La página de inicio de sesión le ayuda. Si no fue usted, no hay nada que hacer.',
    },
    reset: {
      subject: 'Elija una contraseña nueva',
      title: 'Elija una contraseña nueva',
      text: 'alguien, esperamos que usted, ha pedido una contraseña nueva para esta dirección.',
      link: 'Elegir una contraseña nueva',
      note: 'El enlace vale una vez, durante una hora. Si no fue usted, no haga nada: su contraseña no cambia.',
    },
    password_changed: {
      subject: 'Su contraseña ha cambiado',
      title: 'Su contraseña ha cambiado',
      text: 'la contraseña de su cuenta acaba de cambiar y se ha cerrado la sesión en todos los navegadores.',
      link: 'No fui yo: elegir otra contraseña',
      note: 'Si fue usted, no hay nada que hacer.',
    },
    locked_out: {
      subject: 'Demasiados inicios de sesión fallidos',
      title: 'Demasiados intentos fallidos',
      text: 'alguien ha probado diez contraseñas equivocadas en su cuenta. Durante un cuarto de hora no puede probar más. Los navegadores en los que usted ya inició sesión no se ven afectados.',
      link: 'Elegir una contraseña nueva',
      note: 'Si fue usted, una contraseña nueva acaba con la espera. Si no, una contraseña larga y propia los mantiene fuera.',
    },
    codes_locked: {
      subject: 'Demasiados códigos erróneos',
      title: 'Demasiados códigos erróneos',
      text: 'alguien ha escrito su contraseña correcta y después cinco códigos erróneos. Durante un cuarto de hora no se acepta ningún código.',
      link: 'No he sido yo: elegir otra contraseña',
      note: 'Si no ha sido usted, alguien conoce su contraseña: elija otra ahora.',
    },
    second_factor_on: {
      subject: 'Su segundo factor está activado',
      title: 'Su segundo factor está activado',
      text: 'a partir de ahora, al iniciar sesión en su cuenta se pide un código además de la contraseña. Se ha cerrado la sesión en todos los demás navegadores.',
      link: 'No he sido yo: elegir otra contraseña',
      note: 'Guarde sus códigos de recuperación donde los encuentre sin el teléfono.',
    },
    second_factor_off: {
      subject: 'Su segundo factor está desactivado',
      title: 'Su segundo factor está desactivado',
      text: 'el segundo factor de su cuenta acaba de desactivarse. Al iniciar sesión solo se pide la contraseña.',
      link: 'No he sido yo: elegir otra contraseña',
      note: 'Si no ha sido usted, elija otra contraseña y configure de nuevo un segundo factor.',
    },
    recovery_code_used: {
      subject: 'Se ha usado un código de recuperación',
      title: 'Se ha usado un código de recuperación',
      text: 'alguien, esperamos que usted, acaba de usar uno de sus códigos de recuperación. Ya no sirve.',
      link: 'No he sido yo: elegir otra contraseña',
      note: 'En la página de seguridad crea otros nuevos cuando quedan pocos.',
    },
  },
};
