import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { exportApi } from '#domain/exports/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { countReads, openRaw, type Reads } from '#test/cost/reads.ts'
import { testApp } from '#test/world.ts'

const t = testApp({ POOL_MAX: '1' })

/** More than two pages of a list that is read by pages of five thousand. */
const CLIENTS = 11_000
const FEW_OTHERS = 50

/** A company with as many clients as in `CLIENTS`, and a person who downloads their list. */
async function companyOfMany(clients: number) {
  const company = await t.company()
  await t.owner.query(
    `with u as (insert into users (company_id, role, username, first_name, last_name)
       select $1, 'client', 'muchos.' || n, 'Ana', 'Ruiz' from generate_series(1, $2::int) n returning id, username)
     insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, segment, stratum, address,
       department, city, municipality_code)
     select $1, u.id, 'CC', (1000000 + split_part(u.username, '.', 2)::int)::text, 'Ana' || (split_part(u.username, '.', 2)::int * 7919 % 97), 'Ruiz',
       'residential', 2, 'Calle 1', 'Antioquia', 'Medellín', '05001' from u`,
    [company.id, clients],
  )
  const financial = await company.person('financial')
  const download = async (query: string) => {
    const answer = await financial.ask(exportApi.create, { body: { list: 'clients', format: 'csv', query } })
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, answer.text.slice(0, 200)])
    const [headers = [], ...rows] = readCsv(answer.bytes)
    const document = headers.indexOf('Número de documento')
    return rows.map((row) => row[document])
  }
  return { financial, download }
}

const rowsOf = (reads: Reads, table: string): number => reads.find((one) => one.table === table)?.rows ?? 0

test('OPS-06 el archivo de una lista larga cuenta la lista una vez y lee cada fila una vez', async () => {
  const { download } = await companyOfMany(CLIENTS)
  await t.owner.query('vacuum analyze clients, users')
  const raw = await openRaw(t)
  const { reads, answer } = await countReads(t, raw, () => download(''))
  await raw.end()
  expect(answer).toHaveLength(CLIENTS)
  expect(rowsOf(reads, 'clients')).toBeLessThanOrEqual(2 * CLIENTS + FEW_OTHERS)
  expect(rowsOf(reads, 'users')).toBeLessThanOrEqual(CLIENTS + FEW_OTHERS)
})

test.for(['name', '-name', 'identification', '-identification', 'balance', '-balance', 'createdAt', '-createdAt'])(
  'OPS-06 el archivo tiene el orden de la lista: %s',
  async (sort) => {
    const { financial, download } = await companyOfMany(130)
    const pages: string[] = []
    for (const page of [1, 2]) {
      const { data } = await financial.call(clientApi.list, { query: { sort, page, page_size: 100 } })
      pages.push(...data.map(({ identification }) => identification))
    }
    expect(await download(`sort=${sort}`)).toEqual(pages)
    expect(await download(`sort=${sort}&identification=10001`)).toEqual(pages.filter((id) => id.startsWith('10001')))
  },
)

test('OPS-06 una lista más larga que el máximo se rechaza antes de leerla', async () => {
  const { financial } = await companyOfMany(51_000)
  const raw = await openRaw(t)
  const { reads, answer } = await countReads(t, raw, () =>
    financial.ask(exportApi.create, { body: { list: 'clients', format: 'xlsx', query: '' } }),
  )
  await raw.end()
  expect([answer.status, answer.text.includes('Son más de 50000 filas')]).toEqual([400, true])
  expect(rowsOf(reads, 'users')).toBeLessThanOrEqual(FEW_OTHERS)
}, 60_000)
