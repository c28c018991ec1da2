import { addDays, type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'

/** The invoices that a notice lists; the others are counted. */
const LISTED_MAX = 20

/** What the notice before a report says. `of`: which of how many notices it is. */
export type NoticeValues = {
  name: string
  company: string
  bureau: string
  debt: Money
  /** `since`: the last day to pay. */
  invoices: readonly { number: string; since: Day; debt: Money }[]
  noticeDays: number
  of: { number: number; needed: number }
}

/**
 * The notice that must reach a client before a report (Ley 1266 de 2008, art. 12; R2.16): the debt with its invoices and since when, the
 * bureau, the days, and how to pay or to claim. One paragraph of each.
 */
export function bureauNotice(values: NoticeValues): { subject: string; paragraphs: string[] } {
  const { name, company, bureau, debt, invoices, noticeDays, of } = values
  const listed = invoices
    .slice(0, LISTED_MAX)
    .map((one) => `${one.number}: ${pesosLabel(one.debt)}, vencida desde el ${dayLabel(addDays(one.since, 1))}`)
  const more = invoices.length > LISTED_MAX ? `; y ${invoices.length - LISTED_MAX} más` : ''
  const which = of.needed > 1 ? ` Este es el aviso ${of.number} de ${of.needed}, en días distintos.` : ''
  const isLast = of.number >= of.needed
  return {
    subject: `Aviso antes de un reporte a ${bureau}`,
    paragraphs: [
      `Hola, ${name}. Tienes ${pesosLabel(debt)} vencidos con ${company}, de estas facturas: ${listed.join('; ')}${more}.`,
      isLast
        ? `Si pasan ${noticeDays} días calendario desde este aviso y la deuda sigue vencida, podemos reportarla a la central de riesgo ${bureau}, como lo autorizaste.${which}`
        : `Si la deuda sigue vencida, podemos reportarla a la central de riesgo ${bureau}, como lo autorizaste, cuando pasen ${noticeDays} días calendario desde el último aviso.${which}`,
      'Para evitar el reporte, paga en línea, en nuestra oficina o por los medios de tu factura, o acuerda con nosotros cómo pagar. Si ya se reportó y pagas, actualizamos el reporte dentro del mes siguiente al pago.',
      'Si no estás de acuerdo con la deuda, puedes reclamar en línea o en nuestra oficina, sin costo: lo que reclamas no se reporta mientras lo resolvemos.',
      'Si ya pagaste, no tienes que hacer nada.',
    ],
  }
}
