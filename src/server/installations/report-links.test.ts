import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { fileApi } from '#domain/installations/file-api.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { makeReport, reportBody } from '#test/reporting.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

/** A company with a client, its contract in service, a signed report of it with a photo, and an annex. */
async function visited() {
  const company = await t.company()
  const [technical, financial] = [await company.person('technical'), await company.person('financial')]
  const made = await makeClient(t.owner, company.id)
  const { no_contract: no } = await makeContract(t.owner, company.id, made.id, { status: 'active' })
  const report = await makeReport(t, technical, no)
  const annex = await upload(
    t,
    financial,
    documentApi.add,
    { name: 'Carta.pdf', bytes: SAMPLE_PDF },
    {},
    {},
    { params: { no } },
  )
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const link = { params: { id: no }, query: { identification: made.identification } }
  return {
    company,
    technical,
    no,
    report,
    annexId: documentApi.add.reply.parse(annex.json).data.id,
    link,
    client: t.as(await t.session(user), user),
  }
}
type Visited = Awaited<ReturnType<typeof visited>>

type Calls = readonly (readonly [Endpoint, object])[]

/** The calls that open the link of a report, and its signature. */
const reportCalls = ({ no, report, link }: Visited): Calls => [
  [installationApi.get, link],
  [installationReportApi.pdf, { params: { id: no } }],
  [installationReportApi.reports, { params: { id: no } }],
  [installationReportApi.view, { params: { id: report.id } }],
  [installationReportApi.viewPdf, { params: { id: report.id } }],
  [fileApi.get, { params: { id: report.signature_client_url.split('/').at(-1) } }],
]

/** The calls that open what a client has of its contract. */
const clientCalls = (made: Visited): Calls => [
  ...reportCalls(made).slice(3),
  [contractApi.text, { params: { no: made.no } }],
  [contractApi.pdf, { params: { no: made.no } }],
  [documentApi.list, { params: { no: made.no } }],
  [documentApi.file, { params: { no: made.no, id: made.annexId } }],
  [documentApi.get, { params: { id: made.annexId } }],
]
const statusesOf = async (person: Person, calls: Calls) => {
  const replies: number[] = []
  for (const [endpoint, wire] of calls) replies.push((await person.ask(endpoint, wire)).status)
  return replies
}

test('ACT-01 AUT-07 un técnico de otra empresa que abre el enlace de un acta no la ve, no le agrega video y no envía otra', async () => {
  const made = await visited()
  const other = await (await t.company()).person('technical')
  const reports = reportCalls(made)
  expect(await statusesOf(made.technical, reports)).toEqual(reports.map(() => 200))
  expect(await statusesOf(other, reports)).toEqual(reports.map(() => 404))
  const { params } = made.link
  const changes = [
    await other.ask(installationReportApi.visit, { params }),
    await other.ask(installationApi.addVideo, { params, body: { evi_vid_url: 'https://video.test/a' } }),
    await other.ask(installationApi.create, { params, body: await reportBody(t, other) }),
  ]
  expect(changes.map(({ status }) => status)).toEqual([404, 404, 404])
  const { data } = await made.technical.call(installationApi.get, made.link)
  expect([data.id, data.evi_vid_url]).toEqual([made.report.id, null])
})

test('CON-05 AUT-07 un cliente que pide el contrato, los anexos, las actas o las fotos de otro recibe lo mismo que si no existieran', async () => {
  const made = await visited()
  const own = clientCalls(made)
  expect(await statusesOf(made.client, own)).toEqual(own.map(() => 200))
  const unrelated = await makeClient(t.owner, made.company.id)
  await makeContract(t.owner, made.company.id, unrelated.id, { status: 'active' })
  const user = { id: unrelated.userId, companyId: made.company.id, username: '', email: '', role: 'client' as const }
  const other = t.as(await t.session(user), user)
  expect(await statusesOf(other, own)).toEqual(own.map(() => 404))
})
