import * as z from 'zod/mini'
import { MOVEMENTS_MAX } from '#domain/banks/movement.ts'
import { withEnvironment } from './environment.ts'
import { sendFile } from './form.ts'
import { seedMonths } from './months.ts'

const CLIENTS = 100_000
const MONTHS = 3
const MAX_S = 5
const ROUNDS = 3

const Account = z.object({ data: z.object({ id: z.uuid() }) })
const Loaded = z.object({
  data: z.object({ states: z.object({ certain: z.number(), doubtful: z.number(), unknown: z.number() }) }),
})

/**
 * A statement of a bank with 20,000 movements, read and paired with the debts of 100,000 clients over HTTP: a third by the number of the
 * invoice, a third by the document of the client, and a third by a name or nothing. Each round has its own account and days, so that
 * nothing is a repetition. `ratio`: the limit divided by the median time.
 */
export const bankStatement = () =>
  withEnvironment(async (environment) => {
    const [token = ''] = await seedMonths(environment, { companies: 1, clientsEach: CLIENTS, months: MONTHS })
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const rounds: { ms: number; certain: number; doubtful: number; unknown: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const account_id = await openAccount(product, token, round)
      const [ms, answer] = await sendFile(`${product}/api/bank/file`, token, statementOf(round), { account_id })
      const { certain, doubtful, unknown } = z.parse(Loaded, answer).data.states
      if (certain === 0 || certain + doubtful + unknown !== MOVEMENTS_MAX)
        throw new Error(`paired ${certain}, ${doubtful} and ${unknown} of ${MOVEMENTS_MAX}`)
      rounds.push({ ms: Math.round(ms), certain, doubtful, unknown })
    }
    const middle = rounds.toSorted((a, b) => a.ms - b.ms)[1]
    const seconds = (middle?.ms ?? 0) / 1_000
    return {
      bench: 'statement',
      ratio: Number((MAX_S / seconds).toFixed(2)),
      target: 1,
      movements: MOVEMENTS_MAX,
      clients: CLIENTS,
      seconds,
      max_s: MAX_S,
      certain: middle?.certain ?? 0,
      doubtful: middle?.doubtful ?? 0,
      unknown: middle?.unknown ?? 0,
      rounds,
    }
  })

async function openAccount(product: string, token: string, round: number): Promise<string> {
  const account = { name: `Ahorros ${round}`, kind: 'bank', bank: 'Banco', last_digits: `000${round}`, default_for: [] }
  const answer = await fetch(`${product}/api/accounting/account`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
  })
  const json: unknown = await answer.json()
  if (!answer.ok) throw new Error(`account: ${answer.status} ${JSON.stringify(json)}`)
  return z.parse(Account, json).data.id
}

/** The invoices are those of the newest month: each tenth is owed, by the number of its contract. */
function statementOf(round: number): File {
  const day = `2026-11-0${1 + round}`
  const rows = Array.from({ length: MOVEMENTS_MAX }, (_, n) => {
    const client = 1 + ((n * 5 + round) % CLIENTS)
    if (n % 3 === 0) return `${day};Pago;FV-${(MONTHS - 1) * CLIENTS + client};59900`
    if (n % 3 === 1) return `${day};Transferencia de ${10_000_000 + client};;59900`
    return `${day};Consignación Ana ${client} Ruiz;${n}X;${n % 2 === 0 ? 59_900 : 1_000 + n}`
  })
  return new File([['Fecha;Descripción;Referencia;Valor', ...rows].join('\n')], 'extracto.csv', { type: 'text/csv' })
}
