import type { Section } from './Article.tsx'

/** The version of the legal texts. A change of their content requires a new version. */
export const LEGAL_VERSION = 'Versión 1, vigente desde el 20 de noviembre de 2026'

export const TERMS: readonly Section[] = [
  {
    title: 'Quiénes intervienen',
    paragraphs: [
      'Enlace es una plataforma que usan proveedores de servicios de internet. El servicio de internet, su instalación, su precio y su calidad son responsabilidad del proveedor con el que usted firmó el contrato.',
      'Estos términos regulan el uso de la plataforma. No cambian el contrato que usted tiene con su proveedor ni los derechos que le da el régimen de protección de usuarios.',
    ],
  },
  {
    title: 'Su cuenta',
    paragraphs: [
      'Su usuario es personal. Cuide su contraseña y no la comparta; quien la tenga puede ver sus facturas y su contrato.',
      'Usted puede ver sus sesiones abiertas y cerrarlas en su perfil. Si cree que alguien entró con su usuario, cambie la contraseña y avise a su proveedor.',
    ],
  },
  {
    title: 'Facturas y pagos',
    paragraphs: [
      'El valor que debe pagar es el de su factura. Los pagos en línea se hacen en una pasarela de pagos autorizada, con las condiciones que ella le muestra antes de pagar.',
      'Un pago puede quedar pendiente mientras su banco responde. Mientras esté pendiente no pague de nuevo: la plataforma le avisará el resultado.',
      'Si se le cobró dos veces o por más de lo que debía, su proveedor debe devolverle el dinero o abonarlo, según usted elija y según la ley.',
    ],
  },
  {
    title: 'Peticiones, quejas y recursos',
    paragraphs: [
      'Usted puede presentar peticiones, quejas y recursos en cualquier momento y por cualquier canal, sin pagar y sin abogado. No es requisito estar al día.',
      'El plazo legal para responderle, hoy de 15 días hábiles, cuenta desde el día hábil siguiente a la radicación. Si no le responden a tiempo, se entiende que la respuesta fue a su favor.',
    ],
  },
  {
    title: 'Uso permitido',
    paragraphs: [
      'No está permitido entrar a cuentas ajenas, intentar leer información de otras personas o empresas, ni afectar el funcionamiento de la plataforma.',
      'Las acciones en la plataforma quedan registradas con fecha, usuario y dirección de red.',
    ],
  },
  {
    title: 'Disponibilidad',
    paragraphs: [
      'La plataforma puede suspenderse por mantenimiento, que se anuncia con la hora de regreso cuando se conoce. Los plazos legales que corren a favor de usted no se suspenden por ello.',
    ],
  },
  {
    title: 'Cambios y ley aplicable',
    paragraphs: [
      'Si estos términos cambian, la nueva versión se publica aquí con su fecha. Se rigen por las leyes de Colombia.',
    ],
  },
]

export const PRIVACY: readonly Section[] = [
  {
    title: 'Responsable y encargado',
    paragraphs: [
      'Su proveedor de internet es el responsable del tratamiento de sus datos: decide para qué se usan. Enlace es el encargado: los guarda y procesa por instrucción del proveedor.',
      'El nombre, el NIT y los canales de atención de su proveedor están en su factura y en su portal.',
    ],
  },
  {
    title: 'Qué datos se tratan',
    paragraphs: [
      'Identificación y contacto: nombre, tipo y número de documento, correo, teléfonos y dirección del servicio, con su estrato y sus coordenadas cuando se instala.',
      'Del servicio: contrato, firma, facturas, pagos, solicitudes, actas, fotografías de la instalación y pruebas de velocidad.',
      'De la plataforma: fechas de ingreso, dirección de red y tipo de dispositivo, para proteger su cuenta.',
    ],
  },
  {
    title: 'Para qué se usan',
    paragraphs: [
      'Para prestarle el servicio contratado, facturarlo, recibir sus pagos, atender sus solicitudes y cumplir obligaciones legales ante las autoridades.',
      'Para enviarle publicidad, consultar o reportar en centrales de riesgo, o usar su imagen, se necesita su autorización separada, que puede retirar en cualquier momento.',
    ],
  },
  {
    title: 'Sus derechos',
    paragraphs: [
      'Según la Ley 1581 de 2012, usted puede conocer, actualizar, rectificar y suprimir sus datos, pedir prueba de la autorización, retirarla cuando no haya un deber legal o contractual de conservarlos, y presentar quejas ante la Superintendencia de Industria y Comercio.',
      'La autorización para menores de edad y para datos sensibles es siempre facultativa.',
    ],
  },
  {
    title: 'Cómo ejercerlos',
    paragraphs: [
      'Escriba a su proveedor por sus canales o presente una petición en el portal. Las consultas se responden, hoy, en un máximo de 10 días hábiles y los reclamos en 15, prorrogables como dice la ley.',
    ],
  },
  {
    title: 'Cobranza respetuosa',
    paragraphs: [
      'Los mensajes de cobro solo se envían por los canales que usted autorizó, dentro de los horarios de la Ley 2300 de 2023 y nunca en domingos ni festivos. No se contacta a sus referencias ni se le visita.',
    ],
  },
  {
    title: 'Con quién se comparten',
    paragraphs: [
      'Con la pasarela de pagos cuando usted paga en línea, con el proveedor de facturación electrónica y la DIAN cuando se le factura, y con las autoridades que lo pidan conforme a la ley. Los datos no se venden.',
    ],
  },
  {
    title: 'Seguridad y conservación',
    paragraphs: [
      'Los datos de cada empresa están separados; las contraseñas no se guardan en claro; cada consulta y cambio de importancia queda registrado.',
      'Las facturas, contratos y soportes se conservan por los plazos que fijan las normas tributarias y de telecomunicaciones, y después se eliminan.',
    ],
  },
]
