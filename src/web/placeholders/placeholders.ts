/** A screen that is planned and not built yet: its title and its future content, in plain words. */
export type Placeholder = {
  readonly title: string
  readonly holds: readonly string[]
  /** The content for a client, where it differs from the staff's. */
  readonly holdsForClient?: readonly string[]
}

/** Every screen that is not built yet. A screen is removed from this list when it is built. */
export const PLACEHOLDERS = {
  '/invoices-electronic': {
    title: 'Facturas Electrónicas',
    holds: [
      'Cada documento enviado a la DIAN con su estado, su CUFE y, si fue rechazado, el motivo en palabras claras.',
      'Reintentar el envío y descargar el PDF y el XML.',
      'Cuántos números quedan del rango autorizado y hasta cuándo sirven.',
    ],
  },
  '/pqr': {
    title: 'Mis PQR',
    holds: [
      'Tus peticiones, quejas y recursos, con su código CUN y la fecha máxima de respuesta.',
      'El formulario para radicar una nueva, con fotos o documentos, y su constancia por correo.',
      'La conversación con la empresa y las opciones para apelar la respuesta.',
    ],
  },
  '/pqrResponse': {
    title: 'Gestión de PQR',
    holds: [
      'La fila de solicitudes ordenada por los días hábiles que quedan para responder.',
      'Responder, pedir más datos, ampliar el plazo una vez y escalar a una visita.',
      'El aviso de lo que vence hoy y el silencio administrativo positivo, que se aplica solo.',
    ],
  },
  '/reports': {
    title: 'Reportes',
    holds: [
      'Facturación, recaudo, cartera por edades, IVA, altas y retiros, ingresos por plan y PQR.',
      'Los formatos del regulador: T.1.2, T.1.3, T.4.2 y T.4.3.',
      'Cada uno con su período, su gráfica, su tabla y descarga en CSV, XLSX o PDF.',
    ],
  },
  '/contracts/proceeding/create/:no_contract/:identification': {
    title: 'Nueva acta de conectividad',
    holds: [
      'El formulario de la visita: orden, pruebas de velocidad, equipos, fotos y firmas en la pantalla.',
      'Funciona sin conexión y se envía cuando vuelve la señal.',
    ],
  },
  '/contracts/proceeding/view/:no_contract/:identification': {
    title: 'ACTA DE CONECTIVIDAD DE SERVICIO',
    holds: [
      'El acta completa de la visita, con sus pruebas de velocidad, sus fotos y sus firmas.',
      'El enlace al video de evidencia.',
    ],
  },
  '/contracts/documents/:no_contract': {
    title: 'Documentos del contrato',
    holds: [
      'El contrato firmado, sus anexos y cada versión que ha tenido.',
      'Abrir, descargar o compartir cada documento.',
    ],
  },
  '/view/:type/:id': {
    title: 'Documento',
    holds: ['La vista para leer recibos, contratos, notas crédito, PQR y actas, con su descarga.'],
  },
  '/bucket': {
    title: 'Bucket',
    holds: [
      'Los archivos de cada empresa: logos, contratos, actas y evidencias, con su tamaño y su dueño.',
      'Cuánto espacio usa cada una.',
      'Los archivos que ya nadie usa, para borrarlos con una papelera de respaldo.',
    ],
  },
} as const satisfies Readonly<Record<string, Placeholder>>

export type PlaceholderPath = keyof typeof PLACEHOLDERS
