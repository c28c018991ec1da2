import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { installationApi } from '#domain/installations/api.ts'
import { Report } from '#domain/installations/report.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { makeReport, reportBody, uploadEvidence } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const NOW = new Date('2026-03-10T20:00:00Z')

async function team(status = 'active') {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id, { status })
  return {
    company,
    client,
    contract,
    params: { id: contract.no_contract },
    technical: await company.person('technical'),
    financial: await company.person('financial'),
  }
}
const countOf = async (companyId: string) =>
  (await t.owner.query('select count(*)::int as n from installation_reports where company_id = $1', [companyId]))
    .rows[0].n

test('ACT-01 el acta se guarda con los nombres de la especificación, con su cliente, su empresa y quien la hizo', async () => {
  const { technical, params } = await team()
  const body = await reportBody(t, technical, {
    alternative_name: 'Rosa Marín',
    evi_img_url1: await uploadEvidence(t, technical, 'photo'),
  })
  const { data, message } = await technical.call(installationApi.create, { params, body })
  expect(message).toMatch(/^Acta 1 guardada\. /)
  const {
    client_uuid,
    start_time: _start,
    end_time: _end,
    informationAdditional: _use,
    speedTest: _speed,
    ...sent
  } = body.installation_log
  expect(data).toMatchObject({
    ...sent,
    client_uuid,
    consecutive: 1,
    visit_on: '2026-03-10',
    is_clock_off: false,
    start_time: '2026-03-10T14:00:00.000Z',
    speedTest: { bandwidth: 100, test_2: { speed_download: 101, speed_upload: 50.5, speed_latency: 14 } },
    informationAdditional: { use_days_service: { sunday: { use_day: false, use_hour: null } } },
    contract: {
      municipality_code: '05001',
      client: { first_name: 'Yenny', admin: { color_code: expect.any(String) } },
    },
    createdBy: { names: 'Laura Pinzón', email: technical.email, user: { role: 'technical' } },
  })
  const { data: read } = await technical.call(installationApi.get, { params })
  expect(read).toEqual(data)
  expect(Object.keys(Report.shape)).toEqual(expect.arrayContaining(Object.keys(read)))
})

test('ACT-11 el mismo client_uuid da la misma acta aunque llegue cinco veces a la vez; con otros datos, 409', async () => {
  const { company, technical, params } = await team()
  const body = await reportBody(t, technical)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => technical.ask(installationApi.create, { params, body })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await countOf(company.id)).toBe(1)
  // An absent text, an empty one and another order of the fields are the same data.
  const { client_uuid, ...rest } = body.installation_log
  const same = { installation_log: { ...rest, alternative_name: '', evi_img_url2: null, client_uuid } }
  expect(
    (await technical.ask(installationApi.create, { params, body: same, query: { sent_at: NOW.toISOString() } })).status,
  ).toBe(201)
  const other = { installation_log: { ...body.installation_log, description_activity: 'Otra cosa' } }
  const refused = await technical.ask(installationApi.create, { params, body: other })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Esta acta ya se guardó con otros datos: ábrela para ver los que quedaron',
  ])
})

test('ACT-11 otra acta de la misma orden y día: 409 con lo que dice la que existe en cada campo; con also se guarda', async () => {
  const { technical, financial, params } = await team()
  const first = await makeReport(t, technical, params.id)
  const body = await reportBody(t, financial, { description_activity: 'Se cambió el cable', alternative_name: 'Rosa' })
  const refused = await financial.ask(installationApi.create, { params, body })
  expect([refused.status, refused.json.code]).toEqual([409, 'REPORT_EXISTS'])
  expect(refused.json.errors).toEqual([
    {
      field: 'installation_log',
      message: 'Ya existe un acta de Instalación de este contrato y de ese día: la 1, de Laura Pinzón',
    },
    { field: 'report', message: first.id },
    { field: 'installation_log.description_activity', message: 'Se instaló la ONT y se probó el servicio' },
    { field: 'installation_log.alternative_name', message: '' },
  ])
  const { data } = await financial.call(installationApi.create, { params, body, query: { also: 'true' } })
  expect(data.consecutive).toBe(2)
  // Another order of the same day is another report.
  const change = await reportBody(t, technical, { type_order_job: 'cambio_equipo' })
  expect((await technical.ask(installationApi.create, { params, body: change })).status).toBe(201)
})

test('ACT-02 el consecutivo es de cada empresa y municipio, sin huecos aunque unas actas se rechacen', async () => {
  const { company, client, technical, params } = await team()
  const elsewhere = await makeContract(t.owner, company.id, client.id)
  await t.owner.query(`update contracts set municipality_code = '05266', city = 'Envigado' where id = $1`, [
    elsewhere.id,
  ])
  const again = { query: { also: 'true' } }
  const send = async (id: string, changes: object = {}) =>
    technical.ask(installationApi.create, { params: { id }, body: await reportBody(t, technical, changes), ...again })
  const refused = { signature_client_url: `/api/file/${randomUUID()}` }
  const answers = [
    await send(params.id),
    await send(params.id, refused),
    await send(params.id),
    await send(elsewhere.no_contract),
  ]
  expect(answers.map(({ status, json }) => [status, Report.safeParse(json.data).data?.consecutive])).toEqual([
    [201, 1],
    [422, undefined],
    [201, 2],
    [201, 1],
  ])
})

test('ACT-09 las firmas y fotos del acta son de quien la envía, de una sola acta y de su tipo', async () => {
  const { technical, financial, params } = await team()
  const mine = () => uploadEvidence(t, technical, 'signature')
  const used = await makeReport(t, technical, params.id)
  const repeated = await mine()
  const cases: [object, string, string][] = [
    [
      { signature_client_url: await uploadEvidence(t, financial, 'signature') },
      'signature_client_url',
      'No encontramos este archivo: súbelo de nuevo',
    ],
    [
      { signature_client_url: used.signature_client_url },
      'signature_client_url',
      'Este archivo ya es de otra acta: sube uno nuevo',
    ],
    [
      { signature_client_url: await uploadEvidence(t, technical, 'photo') },
      'signature_client_url',
      'Falta la firma: sube el dibujo de la firma',
    ],
    [{ evi_img_url1: await mine() }, 'evi_img_url1', 'Sube aquí una foto'],
    [
      { signature_technical_url: repeated, signature_client_url: repeated },
      'signature_client_url',
      'Este archivo está dos veces en el acta: sube otro',
    ],
  ]
  for (const [changes, field, message] of cases) {
    const body = await reportBody(t, technical, { type_order_job: 'cambio_equipo', ...changes })
    const answer = await technical.ask(installationApi.create, { params, body })
    expect([answer.status, answer.json.errors]).toEqual([422, [{ field: `installation_log.${field}`, message }]])
  }
})

test('ACT-02 el final antes del inicio se rechaza; un reloj un día adelantado se guarda con su marca y las dos horas', async () => {
  const { technical, params } = await team()
  t.setNow(NOW)
  const early = await reportBody(t, technical, { end_time: '2026-03-10T13:59:00Z' })
  const refused = await technical.ask(installationApi.create, { params, body: early })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'installation_log.end_time'])
  const body = await reportBody(t, technical, { start_time: '2026-03-11T18:00:00Z', end_time: '2026-03-11T19:30:00Z' })
  const { data } = await technical.call(installationApi.create, {
    params,
    body,
    query: { sent_at: '2026-03-11T20:00:00Z' },
  })
  expect(data).toMatchObject({
    is_clock_off: true,
    visit_on: '2026-03-10',
    end_time: '2026-03-11T19:30:00.000Z',
    createdAt: NOW.toISOString(),
  })
  t.setNow(null)
})

test('ACT-10 el video se agrega una sola vez y nada más del acta cambia, tampoco en la base de datos', async () => {
  const { technical, params } = await team()
  const report = await makeReport(t, technical, params.id)
  const add = (evi_vid_url: string) => technical.ask(installationApi.addVideo, { params, body: { evi_vid_url } })
  expect((await add('video.test/acta')).json.message).toBe(
    'Por favor ingrese una URL válida que comience con http:// o https://',
  )
  const answers = await Promise.all([add(' https://video.test/acta '), add('https://video.test/otra')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 200)?.json.message).toBe('URL del video guardada correctamente')
  expect((await add('https://video.test/tercera')).json.message).toBe(
    'Esta acta ya tiene su video: no se puede cambiar',
  )
  for (const change of [
    `update installation_reports set evi_vid_url = null where id = '${report.id}'`,
    `update installation_reports set description_activity = 'x' where id = '${report.id}'`,
    `delete from installation_reports where id = '${report.id}'`,
    `update report_speed_tests set speed_download = 1 where report_id = '${report.id}'`,
  ])
    await expect(t.owner.query(change)).rejects.toThrow('append-only')
})

test('ACT-01 una identificación que no es la del cliente responde como un contrato que no existe', async () => {
  const { technical, params, client } = await team()
  await makeReport(t, technical, params.id)
  const ask = async (identification: string) =>
    (await technical.ask(installationApi.get, { params, query: { identification } })).status
  expect([await ask(client.identification), await ask('1000000')]).toEqual([200, 404])
  const empty = await team()
  const answer = await empty.technical.ask(installationApi.get, { params: empty.params })
  expect([answer.status, answer.json.message]).toEqual([404, 'Este contrato todavía no tiene actas'])
})

test('ACT-04 la instalación activa el contrato desde el día de la visita, con el cargo de conexión, y una sola vez', async () => {
  const { company, client, technical, financial } = await team()
  t.setNow(new Date('2026-03-08T15:00:00Z'))
  const planId = await makePlan(t.owner, company.id)
  const values = contractBody(client.id, planId, { connection_cost: 100_000, discounted_value: 60_000 })
  const { data: contract } = await financial.call(contractApi.create, { body: values })
  const no = contract.no_contract
  const signature = signatureBody(client.identification, { accepts_permanence: true })
  await financial.call(contractApi.sign, { params: { no }, body: signature })
  t.setNow(new Date('2026-03-12T15:00:00Z'))
  const report = await makeReport(t, technical, no)
  expect(report.effect).toEqual({
    kind: 'activated',
    sentence: 'El contrato quedó activo desde el 10 de marzo de 2026',
  })
  const { data } = await financial.call(contractApi.get, { params: { no } })
  expect(data).toMatchObject({ status: 'active', active_from: '2026-03-10' })
  expect(data.pending_charges).toMatchObject([{ kind: 'connection', price: 4_000_000 }])
  expect(await t.events(company.id)).toEqual(expect.arrayContaining(['contract.activated', 'report.created']))
  t.setNow(null)
})

test('ACT-04 una visita anterior a la firma deja el acta y una tarea con su razón, y nada del contrato cambia', async () => {
  const { company, client, technical, financial } = await team()
  t.setNow(new Date('2026-03-12T15:00:00Z'))
  const planId = await makePlan(t.owner, company.id)
  const { data: contract } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  const no = contract.no_contract
  await financial.call(contractApi.sign, { params: { no }, body: signatureBody(client.identification) })
  const report = await makeReport(t, technical, no)
  expect(report.effect.kind).toBe('task')
  expect(report.task).toMatchObject({ reason: 'El día de activación no puede ser anterior a la firma', done_at: null })
  expect((await financial.call(contractApi.get, { params: { no } })).data.status).toBe('awaiting_installation')
  expect(await t.events(company.id)).not.toContain('contract.activated')
  t.setNow(null)
})

test('ACT-04 retiro, reinstalación y traslado: terminan, reconectan una pausa y dejan la mora y el traslado para el equipo', async () => {
  const { company, client, technical, financial, params } = await team()
  t.setNow(NOW)
  const kindOf = async (no: string, type_order_job: string) =>
    (await makeReport(t, technical, no, { type_order_job })).effect.kind
  const statusOf = async (no: string) => (await financial.call(contractApi.get, { params: { no } })).data
  expect(await kindOf(params.id, 'retiro')).toBe('ended')
  expect(await statusOf(params.id)).toMatchObject({ status: 'active', active_to: '2026-03-30' })
  const suspended = async (kind: string) => {
    const { no_contract: no } = await makeContract(t.owner, company.id, client.id)
    await financial.call(contractApi.suspend, { params: { no }, body: { reason: 'x' } })
    await t.owner.query(
      `update suspension_intervals set kind = $1, from_on = '2026-03-01', to_on = case when $1 = 'voluntary' then '2026-04-30'::date end where contract_id = (select id from contracts where company_id = $2 and no_contract = $3)`,
      [kind, company.id, no],
    )
    return no
  }
  const [paused, late] = [await suspended('voluntary'), await suspended('arrears')]
  expect([await kindOf(paused, 'reinstalacion'), await kindOf(late, 'reinstalacion')]).toEqual(['reconnected', 'task'])
  expect([(await statusOf(paused)).status, (await statusOf(late)).status]).toEqual(['active', 'suspended'])
  expect(await kindOf(paused, 'translado')).toBe('task')
  const move = { address: 'Calle 9', department: 'Antioquia', city: 'Envigado', stratum: 2, on: '2026-04-20' }
  await financial.call(transferApi.transfer, { params: { no: late }, body: move })
  expect(await kindOf(late, 'translado')).toBe('moved')
  expect(await statusOf(late)).toMatchObject({ address: 'Calle 9', upcoming_transfer: null })
  expect(await kindOf(paused, 'cambio_equipo')).toBe('none')
  const draft = await makeContract(t.owner, company.id, client.id, { status: 'draft' })
  expect(await kindOf(draft.no_contract, 'instalacion')).toBe('task')
  t.setNow(null)
})

test('ACT-06 una prueba bajo la velocidad contratada marca el acta y avisa al financiero', async () => {
  const { company, technical, financial, params } = await team()
  const slow = { speed_download: 61, speed_upload: 50, speed_latency: 14 }
  const fast = { speed_download: 101, speed_upload: 50, speed_latency: 14 }
  const report = await makeReport(t, technical, params.id, {
    type_order_job: 'cambio_equipo',
    speedTest: { bandwidth: 100, test_1: fast, test_2: slow, test_3: fast },
  })
  expect(report.speedCheck).toEqual({
    contracted_download: 100,
    contracted_upload: 50,
    measured_download: 87.7,
    measured_upload: 50,
    share_bps: 10_000,
    is_under: true,
  })
  const { rows } = await t.owner.query(
    `select n.user_id, e.after ->> 'is_under_speed' as under from notifications n join events e on e.id = n.event_id and e.company_id = n.company_id
     where n.company_id = $1 and e.name = 'report.created' and n.user_id = $2`,
    [company.id, financial.id],
  )
  expect(rows).toEqual([{ user_id: financial.id, under: 'true' }])
})

test('ACT-11 veinte actas a la vez de veinte contratos: todas quedan, ninguna dos veces, y los números van de 1 a 20', async () => {
  const { company, client, technical } = await team()
  const bodies: { no: string; body: object }[] = []
  for (let index = 0; index < 20; index += 1) {
    const { no_contract: no } = await makeContract(t.owner, company.id, client.id, { status: 'awaiting_installation' })
    bodies.push({ no, body: await reportBody(t, technical) })
  }
  // Each is sent twice, as a device does that lost the first reply.
  const answers = await Promise.all(
    [...bodies, ...bodies].map(({ no, body }) => technical.ask(installationApi.create, { params: { id: no }, body })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const numbers = answers.map(({ json }) => Report.parse(json.data).consecutive)
  expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await countOf(company.id)).toBe(20)
})
