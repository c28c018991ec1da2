import type { NewPqr } from '#domain/pqr/case.ts'

/** What happens to a case of the demo after it is filed, each step a number of business days later. */
export type CaseStory = {
  /** Business days ago. */
  filed: number
  by: 'demo client' | 'client' | 'unknown person'
  complaint: Pick<NewPqr, 'type' | 'typology' | 'data_request' | 'subject' | 'text'>
  steps: readonly Step[]
}

type Step = { after: number } & (
  | { kind: 'take' }
  | { kind: 'escalate' }
  | { kind: 'silence' }
  | { kind: 'close'; satisfaction?: number }
  | { kind: 'note'; text: string }
  | { kind: 'ask'; text: string }
  | { kind: 'reply'; text: string }
  | { kind: 'extend'; text: string }
  | { kind: 'answer'; decision: 'favor' | 'contra' | 'parcial'; text: string }
  | { kind: 'appeal'; text: string }
  | { kind: 'sic'; text: string }
)

const ANSWER_SIGNATURE = 'Gracias por escribirnos.'
const technical = (subject: string, text: string) => ({ type: 'queja', typology: 'calidad', subject, text }) as const
const billing = (subject: string, text: string) => ({ type: 'queja', typology: 'facturacion', subject, text }) as const

const CUT = {
  type: 'queja',
  typology: 'corte',
  subject: 'Me cortaron el servicio estando al día',
  text: 'Pagué la factura el 4 por Nequi y el 6 me suspendieron. Tengo el comprobante y nadie me contesta el teléfono. Pido que me devuelvan los días sin servicio.',
} as const
const confirmCut = 'Revisamos el pago: se aplicó a otra referencia y el corte fue correcto según el contrato.'

/** One case in each state, and some near their deadlines. Every name and number is invented. */
export const CASE_STORIES: readonly CaseStory[] = [
  {
    filed: 0,
    by: 'client',
    complaint: technical(
      'El internet se cae cuando llueve',
      'Cada vez que llueve fuerte se cae el internet en toda la cuadra. Anoche duró tres horas sin señal y el módem queda con la luz roja.',
    ),
    steps: [],
  },
  {
    filed: 11,
    by: 'client',
    complaint: billing(
      'Me cobraron una visita que no pedí',
      'En la factura de este mes aparece una visita técnica. El técnico vino a revisar el poste por el daño de la zona, no a mi casa. Pido que la quiten.',
    ),
    steps: [],
  },
  {
    filed: 14,
    by: 'demo client',
    complaint: technical(
      'Velocidad menor a la contratada',
      'Tengo el plan de 100 megas y en la noche la prueba de velocidad marca 18. Ya reinicié el módem varias veces y sigue igual.',
    ),
    steps: [
      { after: 1, kind: 'take' },
      { after: 2, kind: 'note', text: 'La troncal del barrio está al 92 % entre las 7 y las 10 de la noche.' },
      { after: 2, kind: 'ask', text: '¿La prueba la hiciste por cable o por wifi? Envíanos una foto de la pantalla.' },
      { after: 3, kind: 'reply', text: 'La hice por cable, directo al módem. Da lo mismo.' },
    ],
  },
  {
    filed: 15,
    by: 'unknown person',
    complaint: {
      type: 'peticion',
      typology: 'datos_personales',
      data_request: 'reclamo',
      subject: 'Dejen de llamarme a ofrecer planes',
      text: 'No soy cliente de ustedes y me llaman tres veces por semana a ofrecer planes. Pido que borren mi número de sus listas y me digan de dónde lo sacaron.',
    },
    steps: [{ after: 1, kind: 'take' }],
  },
  {
    filed: 21,
    by: 'client',
    complaint: technical(
      'Llevo diez días con microcortes',
      'El internet se va y vuelve cada cinco minutos, sobre todo en videollamadas. Trabajo desde la casa y ya tuve problemas con mi empresa.',
    ),
    steps: [
      { after: 1, kind: 'take' },
      {
        after: 13,
        kind: 'extend',
        text: 'Falta la medición continua de siete días en el poste, que termina la otra semana.',
      },
    ],
  },
  {
    filed: 12,
    by: 'demo client',
    complaint: {
      type: 'peticion',
      typology: 'cambio_plan',
      subject: 'Quiero saber cuánto me cuesta subir de plan',
      text: 'Quiero pasar al plan de 200 megas. Por favor me dicen cuánto queda la factura y si tengo que firmar otra permanencia.',
    },
    steps: [
      { after: 1, kind: 'take' },
      {
        after: 9,
        kind: 'answer',
        decision: 'favor',
        text: `Puede cambiar de plan sin costo y sin nueva permanencia desde el próximo corte. El valor nuevo está en la sección Mi contrato de su portal.\n\n${ANSWER_SIGNATURE}`,
      },
    ],
  },
  {
    filed: 17,
    by: 'client',
    complaint: {
      type: 'peticion',
      typology: 'terminacion',
      subject: 'Solicito el retiro del servicio',
      text: 'Me voy de la ciudad a fin de mes y necesito terminar el contrato. Ya devolví el equipo en la oficina y tengo la constancia.',
    },
    steps: [
      { after: 2, kind: 'take' },
      { after: 16, kind: 'silence' },
    ],
  },
  {
    filed: 24,
    by: 'client',
    complaint: CUT,
    steps: [
      { after: 1, kind: 'take' },
      { after: 12, kind: 'answer', decision: 'contra', text: confirmCut },
      {
        after: 18,
        kind: 'appeal',
        text: 'El comprobante dice claramente mi número de contrato. Pido que lo revisen otra vez.',
      },
    ],
  },
  {
    filed: 40,
    by: 'client',
    complaint: billing(
      'Doble cobro del mes',
      'Me llegaron dos facturas del mismo mes con números distintos. Solo reconozco una, la otra la deben anular.',
    ),
    steps: [
      { after: 2, kind: 'take' },
      {
        after: 10,
        kind: 'answer',
        decision: 'contra',
        text: 'Las dos facturas corresponden a servicios distintos: internet y televisión.',
      },
      { after: 15, kind: 'appeal', text: 'Nunca contraté televisión. Revisen el contrato que firmé.' },
      {
        after: 25,
        kind: 'answer',
        decision: 'favor',
        text: 'Tiene razón: el contrato no incluye televisión. Anulamos la segunda factura.',
      },
    ],
  },
  {
    filed: 33,
    by: 'client',
    complaint: { ...CUT, subject: 'Corte sin aviso previo' },
    steps: [
      { after: 1, kind: 'take' },
      { after: 9, kind: 'answer', decision: 'contra', text: confirmCut },
      { after: 15, kind: 'appeal', text: 'No me llegó ningún aviso antes del corte.' },
      {
        after: 30,
        kind: 'answer',
        decision: 'contra',
        text: 'El aviso se envió al correo registrado cinco días antes. Confirmamos la decisión.',
      },
    ],
  },
  {
    filed: 50,
    by: 'client',
    complaint: { ...CUT, subject: 'Suspensión con la factura en reclamo' },
    steps: [
      { after: 2, kind: 'take' },
      { after: 14, kind: 'answer', decision: 'contra', text: confirmCut },
      { after: 20, kind: 'appeal', text: 'La factura estaba en reclamo: no podían suspender.' },
      {
        after: 30,
        kind: 'answer',
        decision: 'parcial',
        text: 'Devolvemos los días sin servicio; el cobro de reconexión se mantiene.',
      },
      { after: 33, kind: 'escalate' },
    ],
  },
  {
    filed: 90,
    by: 'client',
    complaint: { ...CUT, subject: 'Cobro de reconexión por un corte equivocado' },
    steps: [
      { after: 1, kind: 'take' },
      { after: 8, kind: 'answer', decision: 'contra', text: confirmCut },
      { after: 14, kind: 'appeal', text: 'El corte fue error de ustedes y la reconexión me la cobraron a mí.' },
      { after: 24, kind: 'answer', decision: 'contra', text: 'Confirmamos la decisión.' },
      { after: 27, kind: 'escalate' },
      { after: 85, kind: 'sic', text: 'Resolución 10456: ordena devolver el cobro de reconexión.' },
    ],
  },
  {
    filed: 60,
    by: 'demo client',
    complaint: billing(
      'No entiendo el cobro proporcional',
      'La primera factura me llegó por 22 días y no por el mes completo. Quiero entender cómo lo calcularon.',
    ),
    steps: [
      { after: 1, kind: 'take' },
      {
        after: 5,
        kind: 'answer',
        decision: 'favor',
        text: `El primer período va del día de la instalación al de su corte: 22 días. Adjuntamos el cálculo.\n\n${ANSWER_SIGNATURE}`,
      },
      { after: 6, kind: 'close', satisfaction: 5 },
    ],
  },
]

/** The texts that the staff reuses. */
export const CASE_TEMPLATES = [
  {
    name: 'Visita programada',
    typology: 'sin_servicio',
    text: 'Buenos días, {{nombre}}. Programamos una visita técnica para revisar el caso {{radicado}}. Le avisaremos el día y la hora por teléfono.',
  },
  {
    name: 'Reclamo de factura a favor',
    typology: 'facturacion',
    text: 'Buenos días, {{nombre}}. Revisamos el caso {{radicado}} y tiene razón: emitimos una nota crédito por el valor reclamado.',
  },
] as const
