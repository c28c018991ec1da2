import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import type { ReceivedCall } from '#simulators/factus/simulator.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'

const { simulator, t, emitting, only, sentOf } = await testIssuers()
afterEach(() => {
  simulator.replace(null)
  t.setNow(null)
})

const start = Date.now()
const passTo = (minutes: number): void => t.setNow(new Date(start + minutes * MINUTE_MS))
const isToken = ({ path }: ReceivedCall): boolean => path.startsWith('/oauth')

test('INT-01 EIN-03 un 401 de Factus en medio de un envío no termina la sesión de nadie, y el documento sale después', async () => {
  const { company, admin, user } = await emitting()
  passTo(0)
  await issued(t, company)
  simulator.replace({
    before: (call) => (isToken(call) ? undefined : { status: 401, body: { message: 'Unauthenticated.' } }),
  })
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'queued', tries: 0 })
  // What a person asks of Factus meanwhile is answered with its problem, and the session goes on.
  expect((await admin.call(factusApi.factusEvents)).data.problem).toContain('Factus')
  expect((await admin.call(factusApi.testFactus, { body: { environment: 'test' } })).data.is_on).toBe(true)
  expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toContain('credenciales')
  expect(sentOf(user)).toEqual([])
  simulator.replace(null)
  passTo(16)
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  expect(sentOf(user)).toHaveLength(1)
})

const TOO_LARGE = 21 * 1024 * 1024

test('EIN-04 un archivo de más de 20 MB no se guarda ni detiene nada: el documento queda validado y el XML llega después', async () => {
  const { company, admin } = await emitting()
  passTo(0)
  await issued(t, company)
  const xml_base_64_encoded = Buffer.alloc(TOO_LARGE, 32).toString('base64')
  simulator.replace({
    before: ({ path }) =>
      path.endsWith('download-attached-document-xml')
        ? { status: 200, body: { status: 'OK', data: { file_name: 'ad.xml', xml_base_64_encoded } } }
        : undefined,
  })
  await sendAllDue(t)
  const { id, status } = await only(admin)
  const hasXml = async () => (await admin.call(einvoiceApi.get, { params: { id } })).data.has_xml
  expect([status, await hasXml()]).toEqual(['validated', false])
  const mails = async () =>
    (await t.owner.query(`select 1 from messages where company_id = $1 and dedupe like 'electronic:%'`, [company.id]))
      .rows
  expect(await mails()).toEqual([])
  await issued(t, company)
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  simulator.replace(null)
  passTo(11)
  await sendAllDue(t)
  expect(await hasXml()).toBe(true)
})
