import type { HomeMessages } from '../wording.ts';

/** Spanish. */
export const es: HomeMessages = {
  home: {
    tab: 'API de venta de viajes',
    title: 'Vuelos, hoteles y coches en una sola API',
    description: 'Buscar vuelos, hoteles y coches, venderlos como un solo viaje y gestionar lo reservado.',
    text: 'Busque, monte un viaje, cobre un solo pago y, más tarde, cámbielo o cancélelo. Este es el propio servicio: su clave funciona en esta dirección.',
    quickStart: 'Inicio rápido',
    reference: 'Referencia de la API',
    firstCall: 'Su primera llamada',
    firstCallText: 'Pegue esto en un terminal. Responde vuelos con precios que se pueden reservar.',
    explainKey: 'El primer inicio mostró la clave de API o indicó su archivo; con una cuenta se crean más.',
    more: 'Siguientes pasos',
    cards: {
      docs: {
        title: 'Documentación',
        text: 'Guías desde la primera búsqueda hasta los reembolsos, cada operación y cada error (en inglés).',
      },
      explore: {
        title: 'Demanda de viajes',
        text: 'Dónde se busca y se reserva: en un mapa, en listas y en el tiempo.',
      },
      signUp: { title: 'Crear una cuenta', text: 'Claves de API, miembros y aplicaciones, en el navegador.' },
      signIn: { title: 'Iniciar sesión', text: 'Claves de API, miembros y aplicaciones, en el navegador.' },
      manage: {
        title: 'Gestionar una reserva',
        text: 'Para viajeros: buscar, cambiar, cancelar o imprimir una reserva.',
      },
      agents: { title: 'Para agentes de IA', text: 'Cada operación como herramienta del Model Context Protocol.' },
    },
    version: 'Versión',
    health: 'Estado',
    contract: 'Documento OpenAPI',
  },
  testMode: 'Entorno de pruebas. Aquí nada se reserva de verdad y no se mueve dinero real.',
  error: {
    title: 'No se puede mostrar esta página',
    missingTitle: 'No hay nada en esta dirección',
    missing: 'Compruebe el enlace recibido o empiece por la página de inicio.',
    failed: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.',
    refused: 'No se ha podido aceptar la solicitud. Vuelva atrás e inténtelo de nuevo.',
    reference: 'Referencia',
    home: 'Ir a la página de inicio',
    booking: 'Buscar una reserva',
  },
};
