import * as z from 'zod/mini'
import { IMPORT_ROWS_MAX } from '#domain/imports/api.ts'
import { makeCompany, makePlan, makeSession, makeUser } from '#test/factory.ts'
import { withEnvironment } from './environment.ts'
import { sendFile } from './form.ts'

const CLIENTS = 50_000
const MAX_S = 60

const HEAD =
  'identificacion,nombre,apellido,estrato,correo,celular,departamento,ciudad,direccion,fecha contrato,dia de pago,plan,saldo inicial'
const Made = z.object({ details: z.object({ createdClients: z.number(), errors: z.array(z.unknown()) }) })

/**
 * The lists of 50,000 clients of one company with their contracts and balances, each of the largest size of an upload, one after another
 * over HTTP. `ratio`: the limit divided by the time of all of them.
 */
export const importMany = () =>
  withEnvironment(async (environment) => {
    const { owner } = environment
    const company = await makeCompany(owner)
    await makePlan(owner, company)
    const token = await makeSession(owner, await makeUser(owner, company, 'financial'))
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const files: number[] = []
    for (let first = 0; first < CLIENTS; first += IMPORT_ROWS_MAX) {
      const [ms, answer] = await sendFile(`${product}/api/client/massive`, token, listOf(first, IMPORT_ROWS_MAX))
      const { createdClients, errors } = z.parse(Made, answer).details
      if (createdClients !== IMPORT_ROWS_MAX) throw new Error(`the list was not read: ${JSON.stringify(errors[0])}`)
      files.push(Math.round(ms))
    }
    const { rows } = await owner.query<{ contracts: number }>(
      'select count(*)::int as contracts from contracts where company_id = $1',
      [company],
    )
    if (rows[0]?.contracts !== CLIENTS) throw new Error(`${rows[0]?.contracts} contracts of ${CLIENTS}`)
    const seconds = files.reduce((all, ms) => all + ms, 0) / 1_000
    return {
      bench: 'import-many',
      ratio: Number((MAX_S / seconds).toFixed(2)),
      target: 1,
      clients: CLIENTS,
      seconds: Number(seconds.toFixed(1)),
      max_s: MAX_S,
      first_file_ms: files[0] ?? 0,
      last_file_ms: files.at(-1) ?? 0,
    }
  })

function listOf(first: number, count: number): File {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = first + index
    const balance = n % 5 === 0 ? '59900' : '0'
    return `${20_000_000 + n},Ana María ${n},Ruiz Peña,${1 + (n % 6)},cliente${n}@correo.test,3${String(100_000_000 + n)},Antioquia,Medellín,Calle ${n} # 2-3,2024-0${1 + (n % 9)}-15,${1 + (n % 28)},Hogar 100,${balance}`
  })
  return new File([[HEAD, ...rows].join('\n')], 'clientes.csv', { type: 'text/csv' })
}
