import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

/** The days of filing of December 2026: Tuesday 8 and Friday 25 are holidays. */
const FIRST = day('2026-12-01')
const DAYS = 20
const EVENING = '2026-12-31'

/**
 * The ten cases of each day, by hand: what they are about, which the desk answers and after how many days. Without `about` a complaint
 * about billing that the client files in the portal.
 */
const PLAN = [
  { decision: 'favor', after: 3 },
  { decision: 'contra', after: 5, about: { typology: 'calidad' } },
  { decision: 'contra', after: 2, appeal: true },
  { decision: 'parcial', after: 4, about: { type: 'peticion' } },
  { decision: 'favor', after: 1, satisfaction: 5 },
  { decision: 'favor', after: 6, satisfaction: 3, channel: 'telefono' },
  { extended: true, about: { service: 'television' } },
  {},
  {},
  {},
] as const

type Filed = { id: string; on: Day; plan: (typeof PLAN)[number] }

test('PQR-02 un mes de una mesa: 200 casos con festivos en medio, y los totales hechos a mano', {
  timeout: 120_000,
}, async () => {
  t.setNow(morningOf(FIRST))
  const company = await t.company()
  const admin = await company.person('admin')
  const desk = await company.person('financial')
  await admin.call(pqrRegulatorApi.saveRange, { body: { range: { year: 2026, operator_code: '4488', first: 1 } } })
  const made = await makeClient(t.owner, company.id, { email: 'mes@correo.test' })
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const people = { client, desk, clientId: made.id }
  const filed: Filed[] = []
  for (let n = 0; n < 31; n += 1) {
    const today = addDays(FIRST, n)
    t.setNow(morningOf(today))
    await runClock(t.world)
    for (const one of filed) await work(people, one, today)
    if (n < DAYS) filed.push(...(await fileDay(people, today)))
  }
  t.setNow(new Date(`${EVENING}T23:59:30-05:00`))
  await runClock(t.world)
  const counts = Object.fromEntries(
    await Promise.all(
      (['radicada', 'prorrogada', 'respondida', 'sap', 'en_reposicion', 'cerrada'] as const).map(
        async (status) =>
          [status, (await desk.call(pqrApi.list, { query: { status, page_size: 1 } })).meta.total] as const,
      ),
    ),
  )
  // Of 20 days, each with ten cases. Without an answer 3 × 20: those of 1 to 8 December ended by the 30th (24), the others end later (36).
  // Extended: 20. Appealed: 20, two days later; the appeals until 8 December ended by the 30th too (6).
  // Closed by the client: 2 × 20. Of the other three answers of each day, those until 15 December have no
  // more term to appeal: cases of 12, 10 and 11 days (33), and 27 have.
  expect(counts).toEqual({
    radicada: 36,
    prorrogada: 20,
    respondida: 27,
    sap: 24 + 6,
    en_reposicion: 14,
    cerrada: 40 + 33,
  })
  const { data: rows } = await desk.call(pqrApi.list, { query: { sort: 'filed_at', page_size: 100, page: 2 } })
  expect([rows[0]?.reference, rows.at(-1)?.reference]).toEqual(['4488-26-0000000101', '4488-26-0000000200'])
  const period = { params: { format: 'T.4.3' }, query: { year: '2026', quarter: '4' } }
  const monitored = { params: { format: 'T.4.2' }, query: { year: '2026', quarter: '4' } }
  const { data: monitoring } = await admin.call(pqrRegulatorApi.format, monitored)
  // All were filed in December, the third month; no code is loaded, so the names are there. Petitions are in no row.
  const [internet, television] = [
    [2026, 4, 3, 'Internet fijo', 'NO'],
    [2026, 4, 3, 'Televisión', 'NO'],
  ]
  expect(monitoring.sheets.map(({ rows: found }) => found)).toEqual([
    [
      [...internet, 'Velocidad o calidad del servicio', 'Portal del cliente', 20],
      // Six of the plan.
      [...internet, 'Facturación', 'Portal del cliente', 6 * 20],
      [...internet, 'Facturación', 'Teléfono', 20],
      [...television, 'Facturación', 'Portal del cliente', 20],
    ],
  ])
  const { data } = await admin.call(pqrRegulatorApi.format, period)
  expect(data.sheets.map(({ rows: found }) => found)).toEqual([
    [
      // For the user: three of the plan and the silence; against: two. Filed: eight, and the petition.
      [...internet, 20 * 3 + 24, 20 * 2, 20 * 8, 20],
      [...television, 0, 0, 20, 0],
    ],
    [[...internet, 6, 0, 20, 20]],
    [
      [2026, 4, 3, 'Portal del cliente', 0, 0, 0, 0, 20],
      [2026, 4, 3, 'Teléfono', 0, 0, 20, 0, 0],
    ],
  ])
  // Days of the answers of complaints: (3 + 5 + 2 + 1 + 6) of five of the plan. In time: 100 of 124; no appeal has an answer.
  const types = await reportOf(desk, 'pqr_tipos')
  expect(types.rows.map(({ cells }) => cells)).toEqual([
    ['Peticiones', 20, 20, 0, 100, 4, 0, 20, 0],
    ['Quejas y reclamos', 180, 100, 24, 80.6, 3.4, 60, 0, 40],
    ['Recursos', 20, 0, 6, 0, null, 0, 0, 0],
  ])
  for (const { cells, href } of types.rows)
    expect([cells[0], await totalOf(desk, href ?? '')]).toEqual(cells.slice(0, 2))
  // Each figure of a row opens the cases that it counts; the mean opens those with an answer, and the share those that were in time.
  const opened: (number | null)[][] = []
  for (const { hrefs } of types.rows) {
    const totals: (number | null)[] = []
    for (const href of hrefs?.slice(1) ?? []) totals.push(href === null ? null : await totalOf(desk, href))
    opened.push(totals)
  }
  expect(opened).toEqual([
    [20, 20, null, 20, 20, null, 20, null],
    [180, 100, 24, 100, 100, 60, null, 40],
    [20, null, 6, null, null, null, null, null],
  ])
  expect(await totalOf(desk, types.totals[1]?.href ?? '')).toBe(100)
  // Of all: 120 in time of 144, in (17 + 4) × 20 days, and 60 of 120 for the user.
  const all = await reportOf(desk, 'pqr')
  expect(all.totals.map(({ key, value }) => [key, value])).toEqual([
    ['filed', 200],
    ['on_time', 83.3],
    ['days', 3.5],
    ['favour', 50],
  ])
  const { data: board } = await admin.call(dashboardApi.get)
  // Thirty of 144 had a silence, six of them on their appeal.
  expect(board.figures.find(({ key }) => key === 'pqr_on_time')?.value).toBe(79.2)
})

const reportOf = async (desk: Person, name: string) =>
  (await desk.call(reportApi.get, { params: { name }, query: { from: FIRST, to: EVENING } })).data

/** How many cases the queue of an address has. */
async function totalOf(desk: Person, href: string): Promise<number> {
  const { state: _all, ...query } = Object.fromEntries(new URL(href, 'https://enlace.test').searchParams)
  return (await desk.call(pqrApi.list, { query })).meta.total
}

type People = { client: Person; desk: Person; clientId: string }

const fileDay = ({ client, desk, clientId }: People, on: Day): Promise<Filed[]> =>
  Promise.all(
    PLAN.map(async (plan, n) => {
      const about = 'about' in plan ? plan.about : {}
      const pqr = { ...newCase(`Caso ${n} del ${on}`), typology: 'facturacion', response_channel: 'portal', ...about }
      const { data } =
        'channel' in plan
          ? await desk.call(pqrApi.create, { body: { pqr: { ...pqr, client_id: clientId, channel: plan.channel } } })
          : await client.call(pqrApi.create, { body: { pqr } })
      return { id: data.id, on, plan }
    }),
  )

/** What happens today with one case. */
async function work({ desk, client }: People, { id, on, plan }: Filed, today: Day): Promise<void> {
  const params = { id }
  if ('extended' in plan && today === addDays(on, 7)) {
    await desk.call(pqrApi.extend, { params, body: { reason: 'Falta una medición' } })
  }
  if (!('after' in plan) || today !== addDays(on, plan.after)) return
  await desk.call(pqrApi.answer, { params, body: { text: 'Lo revisamos.', decision: plan.decision } })
  if ('appeal' in plan)
    await client.call(pqrApi.appeal, { params, body: { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' } })
  if ('satisfaction' in plan) await client.call(pqrApi.close, { params, body: { satisfaction: plan.satisfaction } })
}
