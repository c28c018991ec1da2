import { expect, test } from 'vitest'
import { installationReportApi } from '#domain/installations/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

/** The text of a PDF without the ends of its lines. */
const textOf = (bytes: Buffer): string => readPdf(bytes).text.replace(/\s+/g, ' ')
const slow = { speed_download: 40, speed_upload: 20, speed_latency: 90 }
const SLOW = {
  speedTest: { bandwidth: 100, test_1: slow, test_2: slow, test_3: slow },
  type_order_job: 'cambio_equipo',
}

/** A client with a contract that has a report with slow tests, and one with good tests. */
async function measured() {
  t.setNow(morningOf('2026-03-12'))
  const company = await t.company()
  const { by, client, clientId, no_contract } = await filedCase(t, company)
  const technical = await company.person('technical')
  const under = await makeReport(t, technical, no_contract, SLOW)
  const good = await makeReport(t, technical, no_contract, { type_order_job: 'reinstalacion' })
  const complaint = { ...newCase('Mide menos de lo contratado'), typology: 'calidad', no_contract }
  return { company, by, client, clientId, technical, no_contract, under, good, complaint }
}

test('ACT-06 PQR-01 quien es cliente cita en una PQR de calidad la prueba lenta de un acta de su contrato, y el caso y sus documentos la nombran', async () => {
  const { client, technical, no_contract, under, complaint } = await measured()
  const { data: offered } = await client.call(installationReportApi.list, {
    query: { no_contract, under_speed: 'true' },
  })
  expect(offered.map(({ id }) => id)).toEqual([under.id])
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: { ...complaint, report_id: under.id } } })
  const cited = { id: under.id, consecutive: 1, city: under.contract.city, visit_on: under.visit_on }
  for (const reader of [client, technical]) {
    const { data } = await reader.call(pqrApi.get, { params: { id: filed.id } })
    expect(data.report).toEqual(cited)
  }
  const { data: opened } = await client.call(installationReportApi.view, { params: { id: under.id } })
  expect(opened.speedCheck.is_under).toBe(true)
  for (const document of [pqrApi.constancia, pqrApi.pdf])
    expect(textOf((await client.ask(document, { params: { id: filed.id } })).bytes)).toContain(
      'Cita el acta 1 de Medellín, del 10 de marzo de 2026, con una prueba de velocidad por debajo de la contratada.',
    )
  // What was filed is never edited.
  await expect(t.owner.query('update pqr_cases set report_id = null where id = $1', [filed.id])).rejects.toMatchObject({
    code: '23001',
  })
})

test('ACT-06 PQR-01 la mesa cita la prueba lenta del contrato de quien llama', async () => {
  const { by, clientId, under, complaint } = await measured()
  const { data: filed } = await by.call(pqrApi.create, {
    body: { pqr: { ...complaint, client_id: clientId, channel: 'telefono', report_id: under.id } },
  })
  const { data } = await by.call(pqrApi.get, { params: { id: filed.id } })
  expect(data.report?.id).toBe(under.id)
})

test('ACT-06 PQR-01 no se cita un acta de otro contrato, ni una que llegó a la velocidad contratada, ni una sin decir el contrato', async () => {
  const { company, client, technical, good, under, complaint } = await measured()
  const other = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, other.id)
  const foreign = await makeReport(t, technical, no_contract, SLOW)
  const cite = (report_id: string, changes: object = {}) =>
    client.ask(pqrApi.create, { body: { pqr: { ...complaint, ...changes, report_id } } })
  for (const [answer, status] of [
    [await cite(foreign.id), 404],
    [await cite(good.id), 422],
    [await cite(under.id, { no_contract: undefined }), 404],
  ] as const)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([status, 'pqr.report_id'])
})
