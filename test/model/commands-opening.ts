import { postOpening } from './billing.ts'
import { ask, type ModelContext, pickFrom, readIds } from './context.ts'
import { settle } from './credit.ts'
import { plusDays } from './days.ts'
import { todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

/** The first day whose holidays the model has. */
const FIRST_DUE = '2027-01-04'
const HEAD = 'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo'

const pesosOf = (centavos: number): string => `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`

/** Loads the debts of a client in another system, from a file. A client has them once. */
export async function loadOpening(context: ModelContext, step: Extract<Step, { kind: 'opening' }>): Promise<void> {
  const { ledger } = context
  const client = pickFrom(ledger.clients, step.client)
  const today = todayOf(ledger)
  const documents = step.documents.map(({ balance, due, term }) => {
    const wanted = plusDays(today, due)
    const dueOn = wanted < FIRST_DUE ? FIRST_DUE : wanted
    const issued = plusDays(dueOn, -term)
    return { balance, dueOn, issuedOn: issued > today ? today : issued }
  })
  const rows = documents.map(({ balance, dueOn, issuedOn }, index) =>
    [client?.identification ?? '1', `FV-${index + 1}`, issuedOn, dueOn, pesosOf(balance)].join(';'),
  )
  const refusal = client === undefined || client.hasOpening ? 'invalid' : null
  const post = { kind: step.kind, path: '/client/opening', upload: [HEAD, ...rows].join('\n') }
  if ((await ask(context, post, refusal)) === null || client === undefined) return
  client.hasOpening = true
  await readIds(
    context,
    documents.map((document) => postOpening(ledger, client, document)),
  )
  settle(ledger, client)
}
