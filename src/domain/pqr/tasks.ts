/** The task to notify the user of a positive silence where no e-mail and no portal do. */
export const NOTIFY_SILENCE = 'Comunícale al usuario que su solicitud queda a favor'
/** A mail of the user in the term to appeal: the desk says whether it is an appeal. */
export const READ_MAIL_TASK =
  'Lee el correo que el usuario escribió después de la respuesta: si es un recurso, regístralo con el día en que llegó'

/** The work order that a case on a technical subject opens about a contract (R3.14): its first visit does it, and its answer ends it. */
export const VISIT_TASK = 'Programa la visita técnica desde esta PQR, o márcala como hecha si no hace falta ir'

/** How the text of a task begins that delivers an answer. */
export const DELIVERY = 'Entrega '

/**
 * The desk's task after an answer that no e-mail and no portal delivers (R3.13): who registers the day of the delivery has done it. `how`:
 * 'Llama al 3001234567 y dile la respuesta'.
 */
export const deliveryTask = (how: string, { isAppeal }: { isAppeal: boolean }): string =>
  `${DELIVERY}la ${isAppeal ? 'decisión del recurso' : 'respuesta'} y registra el día de la entrega. ${how}`

/** Whether a task is the delivery of an answer. */
export const isDelivery = (task: string): boolean => task.startsWith(DELIVERY)

const RETURN_CLAIM = 'Devuelve lo reclamado de la factura con una nota crédito'

/** What a positive silence obliges the company to do (R3.6). */
export const silenceTasks = ({ claimed_amount }: { claimed_amount: number | null }): string[] => [
  NOTIFY_SILENCE,
  claimed_amount === null ? 'Haz lo que el usuario pidió' : RETURN_CLAIM,
]

/** The tasks of a positive silence that its answer does: the user is notified where no person delivers it, and the note returns the claim. */
export const tasksOfAnswer = ({ isNotified, isReturned }: { isNotified: boolean; isReturned: boolean }): string[] => [
  ...(isNotified ? [NOTIFY_SILENCE] : []),
  ...(isReturned ? [RETURN_CLAIM] : []),
]

/** Whether a task gives money back: it is marked as done with what was done. */
export const movesMoney = (task: string): boolean => task.startsWith('Devuelve ')

/** Whether a task is the return of all that a case claims, after a positive silence. */
export const returnsClaim = (task: string): boolean => task === RETURN_CLAIM

/** Whether a task is the return of what the dispute of its case has: it is not done while that dispute is open (R3.6, R3.9). */
export const returnsDispute = (task: string): boolean => returnsClaim(task) || task.startsWith(SIC_REFUND)

const SIC_REFUND = 'Devuelve lo que ordena la decisión de la SIC'

/**
 * What the desk does after a decision of the SIC for the user: of a case without a claimed invoice it is not money. What the SIC gives back is
 * money and not credit for the next bills, unless the user owes (R3.9).
 */
export function sicTask({ isClaim, owes }: { isClaim: boolean; owes: boolean }): string {
  if (!isClaim) return 'Cumple lo que ordena la decisión de la SIC'
  return owes
    ? `${SIC_REFUND}: nota crédito o devolución de dinero`
    : `${SIC_REFUND}: devolución de dinero con su nota crédito, porque el usuario no debe nada. No queda como saldo a favor`
}
