/** A question with its answer and the next action. */
type Question = { question: string; answer: string; action: { label: string; path: string } }
export type FaqGroup = { title: string; questions: readonly Question[] }

const PAY = { label: 'Ver lo que debo', path: '/payments' }
const FILE = { label: 'Radicar una PQR', path: '/pqr' }
const CONTRACT = { label: 'Ver mi contrato', path: '/contracts' }

export const FAQ: readonly FaqGroup[] = [
  {
    title: 'Pagos',
    questions: [
      {
        question: '¿Cómo pago mi factura?',
        answer:
          'Entra al portal, revisa tu saldo y elige un medio de pago en línea. Al terminar te queda el recibo para descargar o compartir.',
        action: PAY,
      },
      {
        question: 'Pagué y sigue pendiente, ¿pago otra vez?',
        answer:
          'No. Algunos bancos tardan en responder. Mientras diga «en proceso» tu pago está en camino y te avisamos cuando quede en firme.',
        action: { label: 'Ver mis transacciones', path: '/transactions' },
      },
      {
        question: 'Me cobraron de más',
        answer:
          'Reclama antes de la fecha límite: la suma en reclamo no se cobra mientras se resuelve. Si ya pagaste, tienes seis meses para reclamar.',
        action: FILE,
      },
    ],
  },
  {
    title: 'Servicio lento',
    questions: [
      {
        question: 'El internet va más lento de lo contratado',
        answer:
          'Reinicia el equipo y haz una prueba conectado por cable. Si sigue igual, cuéntanos con la hora y el resultado para que un técnico lo revise.',
        action: FILE,
      },
      {
        question: 'Me quedé sin servicio varias horas',
        answer:
          'Cuando la falla supera el tiempo que fija la norma, la compensación llega sola en la siguiente factura. Si no la ves, reclámala.',
        action: FILE,
      },
    ],
  },
  {
    title: 'Suspensión y reconexión',
    questions: [
      {
        question: '¿Cuándo me pueden suspender?',
        answer:
          'Solo después de la fecha límite de pago y con aviso previo. No se suspende por una suma que esté en reclamo.',
        action: PAY,
      },
      {
        question: 'Ya pagué, ¿cuándo vuelve el servicio?',
        answer:
          'Tu proveedor tiene, hoy, hasta tres días hábiles desde que se confirma el pago. Casi siempre es mucho antes.',
        action: PAY,
      },
      {
        question: '¿Cobran por reconectar?',
        answer: 'Solo si de verdad hubo corte, y sin pasar del tope que fija el regulador.',
        action: FILE,
      },
    ],
  },
  {
    title: 'Traslado y retiro',
    questions: [
      {
        question: 'Me cambio de casa',
        answer:
          'Pide el traslado. Si en la nueva dirección hay cobertura te dicen el costo antes; si no la hay, puedes ceder o terminar el contrato.',
        action: FILE,
      },
      {
        question: 'Quiero retirarme',
        answer:
          'Puedes hacerlo cuando quieras y sin dar razones. Si avisas al menos tres días hábiles antes del corte, termina en ese corte; si no, en el siguiente.',
        action: FILE,
      },
      {
        question: '¿Tengo permanencia?',
        answer: 'Tu contrato y cada factura dicen si la tienes, hasta cuándo va y cuánto pagarías si te vas hoy.',
        action: CONTRACT,
      },
    ],
  },
  {
    title: 'PQR',
    questions: [
      {
        question: '¿Cuánto tardan en responder?',
        answer:
          'El plazo legal es hoy de 15 días hábiles desde el día hábil siguiente. En el portal ves la fecha máxima de tu caso.',
        action: { label: 'Ver mis PQR', path: '/pqr' },
      },
      {
        question: 'No estoy de acuerdo con la respuesta',
        answer:
          'Tienes 10 días hábiles para pedir que la revisen, y puedes pedir que, si no la cambian, pase a la Superintendencia de Industria y Comercio.',
        action: { label: 'Ver mis PQR', path: '/pqr' },
      },
      {
        question: '¿Tengo que estar al día para reclamar?',
        answer: 'No. Radicar una PQR es gratis y nadie puede pedirte que pagues primero.',
        action: FILE,
      },
    ],
  },
]
