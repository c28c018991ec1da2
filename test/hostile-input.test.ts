import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientApi } from '#domain/clients/api.ts'
import { CompanyChanges } from '#domain/companies/company.ts'
import { DayText, day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import { lineOfText } from '#domain/core/text.ts'
import { assertPayment } from '#domain/payments/payment.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { makeClient } from './factory.ts'
import { testApp } from './world.ts'

const t = testApp()

test('COM-01 el enlace de una empresa es https, sin usuario, sin clave y sin comillas', () => {
  const isLink = (website_url: string): boolean => z.safeParse(CompanyChanges, { website_url }).success
  expect(isLink('https://andina.test/planes?ciudad=Cali')).toBe(true)
  const refused = [
    'https://ana:clave@malo.test/',
    'https://x"onmouseover=alert(1)',
    'http://andina.test',
    'javascript:alert(1)',
    'https://',
  ]
  for (const link of refused) expect([link, isLink(link)]).toEqual([link, false])
})

test('CLI-01 un nombre que no se ve, o que cambia el sentido del texto, se rechaza', () => {
  const isName = (name: string): boolean => z.safeParse(lineOfText('Escribe el nombre'), name).success
  for (const name of ['Ñáñez Bohórquez', 'José', '李', 'D’Angelo', 'Ana 👩‍👩‍👧'])
    expect([name, isName(name)]).toEqual([name, true])
  const refused = ['\u200b\u200d', '\u2060', 'Ana\u202egnp.exe', '\u2067Ana\u2069', '\u3164', '\ufeff', '\u0301']
  for (const name of refused) expect([name, isName(name)]).toEqual([name, false])
})

test('TRX-04 un pago de hace más de un año es un error de escritura, y un día fuera del calendario no se lee', () => {
  const today = day('2026-11-20')
  const payment = { client_id: '', amount: money(100), method: 'efectivo' as const }
  expect(() => assertPayment({ ...payment, paid_on: day('2025-11-20') }, today)).not.toThrow()
  for (const paid_on of ['2025-11-19', '1900-01-01'])
    expect(() => assertPayment({ ...payment, paid_on: day(paid_on) }, today)).toThrow(/más de un año/)
  for (const text of ['0000-01-01', '0001-01-01', '9999-12-31']) expect(z.safeParse(DayText, text).success).toBe(false)
})

test('CLI-03 el acceso de un cliente se envía diez veces al día, y la siguiente dice qué hacer', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const [client, other] = [
    await makeClient(t.owner, company.id, { email: 'yenny@correo.test' }),
    await makeClient(t.owner, company.id, { email: 'ana@correo.test' }),
  ]
  const send = (id: string) => financial.ask(clientApi.access, { params: { id } })
  for (let n = 1; n <= 10; n += 1) expect((await send(client.id)).status).toBe(200)
  const refused = await send(client.id)
  expect([refused.status, refused.json.message]).toEqual([429, expect.stringContaining('Espera hasta mañana')])
  expect((await send(other.id)).status).toBe(200)
})

test('INT-02 los avisos sin firma se guardan hasta un número al día y después en una sola fila, y uno muy hondo o muy grande no', async () => {
  const company = await t.company()
  const endpoint_key = 'k'.repeat(43)
  await t.owner.query(
    `insert into credentials (company_id, provider, environment, sealed, last_four, endpoint_key, set_by)
     values ($1, 'wompi', 'test', '\\x00', '{}', $2, 'Ana')`,
    [company.id, endpoint_key],
  )
  const send = (body: unknown) => t.ask(webhookApi.receive, { params: { endpoint_key }, body })
  await t.owner.query(
    `insert into provider_events (company_id, provider, environment, digest, body, verdict, problem, outcome, settled_at)
     select $1, 'wompi', 'test', sha256(n::text::bytea), '1', 'unverified', 'shape', 'quarantined', now() from generate_series(1, 1999) n`,
    [company.id],
  )
  for (let n = 1; n <= 21; n += 1) expect((await send({ event: `basura ${n}` })).status).toBe(200)
  const { rows } = await t.owner.query<{ copies: number; body: string }>(
    "select copies, body from provider_events where company_id = $1 and body <> '1' order by id",
    [company.id],
  )
  expect(rows).toEqual([
    { copies: 1, body: '{"event":"basura 1"}' },
    { copies: 20, body: '' },
  ])
  expect((await send({ event: 'x'.repeat(70_000) })).status).toBe(413)
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/webhook/wompi/${endpoint_key}`,
    headers: { 'content-type': 'application/json' },
    payload: deep,
  })
  expect(answer.statusCode).toBe(400)
})
