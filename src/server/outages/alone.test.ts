import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { notificationApi } from '#domain/notifications/api.ts'
import { outageApi } from '#domain/outages/api.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const PLACE = { department: 'Antioquia', city: 'Medellín' }

async function people() {
  t.setNow(new Date('2026-11-20T17:00:00Z'))
  const company = await t.company()
  return { financial: await company.person('financial'), technical: await company.person('technical') }
}

const announce = (by: Person, fields: object) =>
  by.ask(outageApi.announce, {
    body: { outage: { ...PLACE, cause: 'Corte de la fibra', is_notified: false, ...fields } },
  })

const Announced = z.object({ data: z.object({ id: z.string() }) })
const idOf = ({ json }: { json: unknown }): string => z.parse(Announced, json).data.id
const unreadOf = async (person: Person) => (await person.call(notificationApi.list)).data.map(({ text }) => text)

test('SUS-07 una falla de hace más de siete días la registra la mesa financiera, y el técnico lo lee en la hora', async () => {
  const { financial, technical } = await people()
  const old = { started_at: '2026-11-13T16:59:00Z' }
  const refused = await announce(technical, old)
  expect([refused.status, refused.json.errors]).toEqual([
    422,
    [
      {
        field: 'outage.started_at',
        message: 'Una falla que empezó hace más de 7 días la registra la mesa financiera: avísale',
      },
    ],
  ])
  const own = await announce(technical, { started_at: '2026-11-13T17:01:00Z' })
  expect(own.status).toBe(201)
  const place = { params: { id: idOf(own) }, body: { place: { department: 'Antioquia', city: 'Bello', ...old } } }
  expect((await technical.ask(outageApi.addPlace, place)).json.errors?.[0]?.field).toBe('place.started_at')
  expect((await financial.ask(outageApi.addPlace, place)).status).toBe(201)
})

test('SUS-07 NOT-01 cuando un técnico registra que el servicio volvió, la mesa financiera lo sabe', async () => {
  const { financial, technical } = await people()
  const announced = await announce(technical, { started_at: '2026-11-19T12:00:00Z' })
  const params = { id: idOf(announced) }
  await technical.call(outageApi.end, { params, body: { ended_at: '2026-11-19T22:00:00Z' } })
  expect(await unreadOf(financial)).toEqual([
    'La falla de Medellín duró 10 h: revisa lo que se compensa en las próximas facturas',
  ])
  expect(await unreadOf(technical)).toEqual([])
})

test('SUS-07 la causa de una falla, que los clientes leen en un correo, no lleva enlaces', async () => {
  const { technical } = await people()
  for (const cause of ['Mira https://otro.test', 'Entra a WWW.otro.test', 'http:otro']) {
    const { status, json } = await announce(technical, { started_at: '2026-11-20T12:00:00Z', cause })
    expect([cause, status, json.errors?.[0]?.field]).toEqual([cause, 400, 'outage.cause'])
  }
})
