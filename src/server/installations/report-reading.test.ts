import { expect, test } from 'vitest'
import { nitLabel } from '#domain/core/identity.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { Report } from '#domain/installations/report.ts'
import { LAW_1273_NOTICE } from '#domain/installations/wording.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

async function team(status = 'active') {
  const company = await t.company()
  const made = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, made.id, { status })
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return {
    company,
    made,
    params: { id: no_contract },
    client: t.as(await t.session(user), user),
    technical: await company.person('technical'),
    financial: await company.person('financial'),
    network: await company.person('network'),
  }
}

const equipment = (serial: string) => ({
  rows: [{ brand: 'Huawei', serial, state: 'Nuevo' }, {}, {}],
  technical_data: { antenna_wan_ip: '100.64.1.20', router_lan_ip: '192.168.1.1', latitude: 6.25, longitude: -75.56 },
})

test('ACT-12 los equipos los guarda y los ve solo Redes, con cada cambio guardado; los demás roles nunca los reciben', async () => {
  const { company, technical, financial, network, client, params } = await team()
  const { id } = await makeReport(t, technical, params.id)
  expect((await network.call(installationApi.get, { params })).data.equipment).toBeNull()
  for (const serial of ['AAAA0001', 'BBBB0002'])
    await network.call(installationReportApi.saveEquipment, { params, body: { equipment: equipment(serial) } })
  const { data } = await network.call(installationApi.get, { params })
  expect(data.equipment).toMatchObject({ ...equipment('BBBB0002'), saved_by: 'Laura Pinzón' })
  const { rows } = await t.owner.query<{ serial: string }>(
    `select equipment -> 'rows' -> 0 ->> 'serial' as serial from report_equipment where company_id = $1 order by id`,
    [company.id],
  )
  expect(rows.map(({ serial }) => serial)).toEqual(['AAAA0001', 'BBBB0002'])
  for (const person of [technical, financial, client]) {
    const view = await person.ask(installationReportApi.view, { params: { id } })
    const pdf = await person.ask(installationReportApi.viewPdf, { params: { id } })
    expect([view.status, /BBBB0002|100\.64/.test(view.text + readPdf(pdf.bytes).text)]).toEqual([200, false])
    expect(view.json.data).not.toHaveProperty('equipment')
  }
  expect(readPdf((await network.ask(installationReportApi.pdf, { params })).bytes).text).toMatch(
    /BBBB0002[\s\S]*100\.64\.1\.20/,
  )
  const audit = await t.owner.query(
    `select after::text from events where company_id = $1 and name = 'report.equipment_saved'`,
    [company.id],
  )
  expect(JSON.stringify(audit.rows)).not.toMatch(/BBBB0002|100\.64/)
})

test('ACT-12 una dirección IP y unas coordenadas que no existen se rechazan en su campo', async () => {
  const { technical, network, params } = await team()
  await makeReport(t, technical, params.id)
  const ask = async (technical_data: object) => {
    const body = { equipment: { ...equipment('A'), technical_data } }
    return (await network.ask(installationReportApi.saveEquipment, { params, body })).json.errors?.[0]
  }
  expect(await ask({ router_wan_ip: '300.1.1.1' })).toEqual({
    field: 'equipment.technical_data.router_wan_ip',
    message: 'Escribe una dirección IP como 192.168.1.1',
  })
  expect((await ask({ latitude: 91 }))?.field).toBe('equipment.technical_data.latitude')
  expect(await ask({ router_wan_ip: '2001:db8::1', antenna_lan_ip: '', longitude: null })).toBeUndefined()
})

test('ACT-01 el cliente lee las actas de sus contratos, sin las tareas del equipo, y no las de otros', async () => {
  const { technical, client, financial, params, company } = await team('draft')
  const report = await makeReport(t, technical, params.id)
  expect(report.task?.reason).toMatch(/^La instalación quedó con acta/)
  const { data } = await client.call(installationReportApi.view, { params: { id: report.id } })
  expect(data).not.toHaveProperty('task')
  expect(data.contract.no_contract).toBe(params.id)
  const other = await company.person('client')
  expect((await other.ask(installationReportApi.view, { params: { id: report.id } })).status).toBe(404)
  expect((await client.call(installationReportApi.list)).data.map(({ id, task }) => [id, task])).toEqual([
    [report.id, null],
  ])
  expect((await other.call(installationReportApi.list)).data).toEqual([])
  const [row] = (await financial.call(installationReportApi.list, { query: { task: 'true' } })).data
  expect([row?.id, row?.task]).toEqual([report.id, report.task?.reason])
})

test('ACT-04 la tarea de un acta la cierra el financiero una vez, con lo que se hizo', async () => {
  const { technical, financial, params } = await team('draft')
  const { id } = await makeReport(t, technical, params.id)
  const finish = () =>
    financial.ask(installationReportApi.finishTask, { params: { id }, body: { note: 'Se firmó el contrato' } })
  const answers = await Promise.all([finish(), finish()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { data } = await financial.call(installationReportApi.view, { params: { id } })
  expect(data.task).toMatchObject({
    done_by: 'Laura Pinzón',
    note: 'Se firmó el contrato',
    done_at: expect.any(String),
  })
  expect((await financial.call(installationReportApi.list, { query: { task: 'true' } })).data).toEqual([])
})

test('ACT-01 las actas de un contrato y de la empresa, la última visita primero, con sus filtros', async () => {
  const { technical, financial, params } = await team()
  const slow = { speed_download: 20, speed_upload: 50, speed_latency: 14 }
  const first = await makeReport(t, technical, params.id, { type_order_job: 'cambio_equipo' })
  const second = await makeReport(t, technical, params.id, {
    type_order_job: 'cambio_equipo',
    start_time: '2026-02-02T14:00:00Z',
    end_time: '2026-02-02T15:00:00Z',
    speedTest: { bandwidth: 100, test_1: slow, test_2: slow, test_3: slow },
  })
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  const both = [first.id, second.id]
  expect(idsOf(await technical.call(installationReportApi.reports, { params }))).toEqual(both)
  expect((await technical.call(installationApi.get, { params })).data.id).toBe(first.id)
  expect((await technical.call(installationApi.get, { params, query: { report: second.id } })).data.id).toBe(second.id)
  const list = async (query: object) => idsOf(await financial.call(installationReportApi.list, { query: { ...query } }))
  expect(await list({})).toEqual(both)
  expect(await list({ under_speed: 'true' })).toEqual([second.id])
  expect(await list({ from: '2026-03-01' })).toEqual([first.id])
  expect(await list({ to: '2026-03-01' })).toEqual([second.id])
  expect(await list({ no_contract: params.id.toLowerCase(), type_order_job: 'cambio_equipo' })).toEqual(both)
  expect(await list({ type_order_job: 'retiro' })).toEqual([])
  const { meta } = await financial.call(installationReportApi.list, { query: { page: 2, page_size: 1 } })
  expect(meta).toEqual({ total: 2, page: 2, page_size: 1 })
})

test('ACT-11 los datos de la visita para trabajar sin conexión dicen qué hará cada orden y la hora del servidor', async () => {
  const { technical, made, params } = await team('awaiting_installation')
  const { data } = await technical.call(installationReportApi.visit, {
    params,
    query: { identification: made.identification },
  })
  expect(data).toMatchObject({
    no_contract: params.id,
    status: 'awaiting_installation',
    plan: { name: 'Hogar 100', download_mbps: 100, upload_mbps: 50 },
    share_bps: 10_000,
    client: { identification: made.identification, admin: { nit: expect.any(String) } },
    last_report: null,
  })
  expect(Math.abs(Date.parse(data.now) - Date.now())).toBeLessThan(60_000)
  const problems = Object.fromEntries(data.work_orders.map(({ type_order_job, problem }) => [type_order_job, problem]))
  expect(problems).toMatchObject({
    instalacion: null,
    cambio_equipo: null,
    retiro: expect.stringMatching(/^El retiro/),
  })
  const wrong = await technical.ask(installationReportApi.visit, { params, query: { identification: '1' } })
  expect(wrong.status).toBe(404)
})

test('ACT-01 a ACT-10 el PDF del acta tiene todas sus secciones, etiquetado y siempre igual', async () => {
  const { technical, financial, client, params } = await team()
  const piece = { kind: 'onu', brand: 'Huawei', serial: 'HWTC1A2B3C4D', property: 'comodato' }
  await financial.call(equipmentApi.create, { body: { equipment: piece } })
  const equipment_moves = [
    { serial: 'HWTC1A2B3C4D', action: 'install' },
    { serial: 'TPLK22222222', action: 'install', kind: 'router', brand: 'TP-Link' },
  ]
  const report = await makeReport(t, technical, params.id, {
    equipment_moves,
    evi_vid_url: 'https://video.test/acta',
    alternative_name: 'Rosa Marín',
    observation_electrical_condition: 'Toma sin polo a tierra',
  })
  const [first, second] = [
    await financial.ask(installationReportApi.pdf, { params }),
    await client.ask(installationReportApi.viewPdf, { params: { id: report.id } }),
  ]
  expect([first.status, first.headers['content-type'], second.status]).toEqual([200, 'application/pdf', 200])
  const { text, isTagged, pages } = readPdf(first.bytes)
  expect([isTagged, pages]).toEqual([true, 2])
  const line = text.replaceAll(/\s+/g, ' ')
  for (const part of [
    'ACTA DE CONECTIVIDAD DE SERVICIO',
    `Acta 1 de Medellín · Contrato ${params.id} · Página 2`,
    'Programa de Gobierno Colombia',
    'Departamento Antioquia',
    `NIT ${nitLabel(report.contract.client.admin.nit)}`,
    report.effect.sentence,
    'HWTC1A2B3C4D ONU Huawei Se instaló',
    'TPLK22222222 Router TP-Link Se instaló',
    'Contacto alterno',
    'Rosa Marín',
    'Translado',
    'Fibra Óptica',
    'Toma sin polo a tierra',
    '50,5 Mb/s',
    'Cumple lo contratado',
    LAW_1273_NOTICE.slice(0, 40),
    'Acuerdo de atención de la visita',
    'E · Excelente',
    'NA · No aplica',
    'Técnico',
    'https://video.test/acta',
    'Evidencia 1',
  ])
    expect(line).toContain(part)
  expect(line).not.toContain('Inventario de equipos')
  expect(Report.shape).toHaveProperty('equipment')
})
