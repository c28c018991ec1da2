import { type Money, pesosLabel, plus, sum } from '#domain/core/money.ts'

/**
 * What a credit note did with its total: `reduced` is less debt of its invoice, whose number is `invoice`. The rest had been paid: it
 * paid other invoices (`paid`), or is `credit` in favour.
 */
export type NoteUse = {
  invoice: string
  reduced: Money
  paid: readonly { number: string; amount: Money }[]
  credit: Money
}

/**
 * '$ 4.000,00 ya se habían pagado: $ 3.000,00 pagaron la factura FV-2 y $ 1.000,00 quedan como saldo a favor'. `favour`: 'saldo a favor',
 * as the reader is addressed. Null when nothing of the note had been paid.
 */
export function paidOfNoteCopy(use: Pick<NoteUse, 'paid' | 'credit'>, favour = 'saldo a favor'): string | null {
  const all = plus(sum(use.paid.map(({ amount }) => amount)), use.credit)
  if (all === 0) return null
  const label = `${pesosLabel(all)} ya se habían pagado`
  if (use.paid.length === 0) return `${label} y quedan como ${favour}`
  const parts = [
    ...use.paid.map(({ number, amount }) => `${pesosLabel(amount)} pagaron la factura ${number}`),
    ...(use.credit > 0 ? [`${pesosLabel(use.credit)} quedan como ${favour}`] : []),
  ]
  return `${label}: ${new Intl.ListFormat('es').format(parts)}`
}

/** '«Ajuste de la mensualidad de junio» ya no se cobra en la próxima factura'. `charge`: what waited for that invoice. */
export const withdrawnCopy = (charge: string): string => `«${charge}» ya no se cobra en la próxima factura`

/** As a client reads it: 'Debes $ 6.000,00 menos de la factura FV-1. $ 4.000,00 ya se habían pagado y quedan como saldo a favor'. */
export function noteUseCopy(use: NoteUse, withdrawn: string | null = null): string {
  const { invoice, reduced } = use
  const paid = paidOfNoteCopy(use)
  const sentences = [
    ...(reduced > 0 ? [`Debes ${pesosLabel(reduced)} menos de la factura ${invoice}`] : []),
    ...(paid === null ? [] : [paid]),
    ...(withdrawn === null ? [] : [withdrawnCopy(withdrawn)]),
  ]
  return sentences.join('. ')
}
