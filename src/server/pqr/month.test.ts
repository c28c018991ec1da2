import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { runClock } from './clock.ts'

const t = testApp()

/** The days of filing of December 2026: Tuesday 8 and Friday 25 are holidays. */
const FIRST = day('2026-12-01')
const DAYS = 20
const EVENING = '2026-12-31'

/** What the desk does with the n-th case of each day, by hand: which it answers, and after how many days. */
const PLAN = [
  { decision: 'favor', after: 3 },
  { decision: 'contra', after: 5 },
  { decision: 'contra', after: 2, appeal: true },
  { decision: 'parcial', after: 4 },
  { decision: 'favor', after: 1, satisfaction: 5 },
  { decision: 'favor', after: 6, satisfaction: 3 },
  { extended: true },
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
  const filed: Filed[] = []
  for (let n = 0; n < 31; n += 1) {
    const today = addDays(FIRST, n)
    t.setNow(morningOf(today))
    await runClock(t.world)
    for (const one of filed) await work(desk, client, one, today)
    if (n < DAYS) filed.push(...(await fileDay(client, today)))
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
  // All were filed in December, the third month, about one subject and by one channel; no code is loaded, so the names are there.
  expect(monitoring.sheets.map(({ rows: found }) => found)).toEqual([
    [[2026, 4, 3, 'Internet fijo', 'NO', 'Facturación', 'Portal del cliente', 200]],
  ])
  const { data } = await admin.call(pqrRegulatorApi.format, period)
  expect(data.sheets.map(({ rows: [row] }) => row?.slice(-4))).toEqual([
    // For the user: three of the plan and the silence; against: three, one of them for a part.
    [20 * 3 + 24, 20 * 3, 200, 0],
    [6, 0, 20, 20],
    [0, 20, 0, 20],
  ])
})

const fileDay = (client: Person, on: Day): Promise<Filed[]> =>
  Promise.all(
    PLAN.map(async (plan, n) => {
      const pqr = { ...newCase(`Caso ${n} del ${on}`), typology: 'facturacion', response_channel: 'portal' }
      const { data } = await client.call(pqrApi.create, { body: { pqr } })
      return { id: data.id, on, plan }
    }),
  )

/** What happens today with one case. */
async function work(desk: Person, client: Person, { id, on, plan }: Filed, today: Day): Promise<void> {
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
