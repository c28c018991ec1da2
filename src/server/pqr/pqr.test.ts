import { expect, test } from 'vitest'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { billed, newKey, visitBody } from '#test/cases/billed.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }

test('PQR-01 el cliente radica y recibe radicado, fecha y plazo de 15 días hábiles', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { filed } = await filedCase(t, await t.company())
  expect(filed).toMatchObject({
    reference: 'RI-2026-000001',
    is_cun: false,
    cun: null,
    filed_on: '2026-11-20',
    answer_by: '2026-12-14',
    status: 'radicada',
  })
})

test('PQR-01 con código de operador el CUN es consecutivo dentro del rango, y al agotarse sigue el radicado interno', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const admin = await company.person('admin')
  await admin.call(pqrRegulatorApi.saveRange, {
    body: { range: { year: 2026, operator_code: '4488', first: 7, last: 8 } },
  })
  const { client, filed } = await filedCase(t, company)
  const next = async (subject: string) =>
    (await client.call(pqrApi.create, { body: { pqr: newCase(subject) } })).data.reference
  expect([filed.reference, await next('Segunda'), await next('Tercera')]).toEqual([
    '4488-26-0000000007',
    '4488-26-0000000008',
    'RI-2026-000001',
  ])
  const { data } = await admin.call(pqrRegulatorApi.saveRange, {
    body: { range: { year: 2026, operator_code: '4488', first: 7, last: 100 } },
  })
  expect(data[0]?.used).toBe(8)
  expect(await next('Cuarta')).toBe('4488-26-0000000009')
})

test('PQR-01 radicada el 31 de diciembre a las 23:59 de Bogotá lleva el año y el día de ese año', async () => {
  t.setNow(new Date('2026-12-31T23:59:30-05:00'))
  const { filed } = await filedCase(t, await t.company())
  expect([filed.reference, filed.filed_on, filed.answer_by]).toEqual(['RI-2026-000001', '2026-12-31', '2027-01-25'])
})

test('PQR-01 dos toques de lo mismo, a la vez, son una sola PQR', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { client } = await filedCase(t, await t.company())
  const body = { pqr: newCase('Me cobraron dos veces') }
  const replies = await Promise.all([1, 2, 3].map(() => client.call(pqrApi.create, { body })))
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
  t.setNow(new Date(morningOf('2026-11-20').getTime() + 11 * 60_000))
  const later = await client.call(pqrApi.create, { body })
  expect(later.data.id).not.toBe(replies[0]?.data.id)
})

test('PQR-03 el cliente no ve las notas internas ni las tareas', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  await by.call(pqrApi.message, { params, body: { text: 'Cliente con mora', internal: true } })
  await by.call(pqrApi.message, { params, body: { text: 'Ya lo revisamos' } })
  const [seen, own] = [await by.call(pqrApi.get, { params }), await client.call(pqrApi.get, { params })]
  expect(seen.data.entries.map(({ text }) => text)).toContain('Cliente con mora')
  expect(own.data.entries.map(({ text }) => text)).not.toContain('Cliente con mora')
  expect(own.data.entries.map(({ text }) => text)).toContain('Ya lo revisamos')
  await t.owner.query(
    `insert into pqr_tasks (company_id, case_id, text, due_at)
     select company_id, id, 'Haz lo que el usuario pidió', '2026-12-17T23:59:59-05:00' from pqr_cases where id = $1`,
    [filed.id],
  )
  const tasksOf = async (person: typeof by) => (await person.call(pqrApi.get, { params })).data.tasks.length
  expect([await tasksOf(by), await tasksOf(client)]).toEqual([1, 0])
})

test('PQR-02 dos personas en un caso: la segunda recibe 409 con el nombre de quien lo cambió', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company)
  const other = await company.person('technical')
  const params = { id: filed.id }
  const { data } = await by.call(pqrApi.get, { params })
  await by.call(pqrApi.take, { params, body: { version: data.version } })
  const refused = await other.ask(pqrApi.answer, { params, body: { ...ANSWER, version: data.version } })
  expect(refused.status).toBe(409)
  expect(refused.json.message).toMatch(/acaba de cambiar esta PQR/)
  const { data: now } = await other.call(pqrApi.get, { params })
  expect(refused.json.message).toContain(now.assignee?.name ?? '?')
})

test('PQR-02 la cola va por vencimiento, con días hábiles y color', async () => {
  const company = await t.company()
  const subjects = ['2026-11-20', '2026-11-10', '2026-12-01']
  for (const on of subjects) {
    t.setNow(morningOf(on))
    await filedCase(t, company, { subject: `Del ${on}` })
  }
  t.setNow(morningOf('2026-12-01'))
  const by = await company.person('technical')
  const { data, meta } = await by.call(pqrApi.list, { query: { state: 'open' } })
  expect(data.map(({ subject, due }) => [subject, due?.on, due?.days_left, due?.colour])).toEqual([
    ['Del 2026-11-10', '2026-12-02', 1, 'red'],
    ['Del 2026-11-20', '2026-12-14', 8, 'green'],
    ['Del 2026-12-01', '2026-12-23', 15, 'green'],
  ])
  expect(meta.total).toBe(3)
  for (const [colour, count] of [
    ['red', 1],
    ['amber', 0],
    ['green', 2],
  ] as const)
    expect([colour, (await by.call(pqrApi.list, { query: { colour } })).data.length]).toEqual([colour, count])
})

test('PQR-04 la prórroga es una sola, con motivo, antes de vencer, y también vale el último día', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  t.setNow(new Date('2026-12-14T23:59:58-05:00'))
  const { data } = await by.call(pqrApi.extend, { params, body: { reason: 'Falta la medición del poste' } })
  expect([data.status, data.answer_by, data.extended_on]).toEqual(['prorrogada', '2027-01-06', '2026-12-14'])
  expect((await by.ask(pqrApi.extend, { params, body: { reason: 'Otra vez' } })).status).toBe(409)
  const late = await filedCase(t, company)
  // The first instant after the term: the positive silence is first.
  t.setNow(new Date(new Date(`${late.filed.answer_by}T23:59:59-05:00`).getTime() + 1_000))
  const refused = await late.by.ask(pqrApi.extend, { params: { id: late.filed.id }, body: { reason: 'Tarde' } })
  expect([refused.status, refused.json.message]).toEqual([409, 'Esta PQR ya no se puede prorrogar'])
})

test('PQR-05 responde con decisión, corre el plazo del recurso y al cerrar queda la calificación', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  t.setNow(morningOf('2026-12-14'))
  const { data } = await by.call(pqrApi.answer, { params, body: ANSWER })
  expect([data.status, data.decision, data.appeal_until, data.due]).toEqual([
    'respondida',
    'contra',
    '2026-12-29',
    null,
  ])
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  const closed = await client.call(pqrApi.close, { params, body: { satisfaction: 4 } })
  expect([closed.data.status, closed.data.satisfaction]).toEqual(['cerrada', 4])
  expect((await by.ask(pqrApi.answer, { params, body: ANSWER })).status).toBe(409)
})

test('PQR-05 PQR-07 quien califica la respuesta no cierra su caso y todavía interpone el recurso', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  const rate = (satisfaction: number) => client.ask(pqrApi.rate, { params, body: { satisfaction } })
  expect((await rate(2)).json.message).toBe('Podrás calificar cuando te respondamos')
  t.setNow(morningOf('2026-12-14'))
  await by.call(pqrApi.answer, { params, body: ANSWER })
  const open = (await client.call(pqrApi.get, { params })).data
  expect(open.actions).toEqual(expect.arrayContaining(['rate', 'appeal']))
  const { data } = await client.call(pqrApi.rate, { params, body: { satisfaction: 2 } })
  expect([data.status, data.satisfaction, data.appeal_until]).toEqual(['respondida', 2, '2026-12-29'])
  expect((await rate(5)).json.message).toBe('Ya calificaste esta PQR')
  const body = { kind: 'reposicion', text: 'No estoy de acuerdo' }
  const appealed = await client.call(pqrApi.appeal, { params, body })
  expect([appealed.data.status, appealed.data.satisfaction]).toEqual(['en_reposicion', 2])
})

test('PQR-07 el recurso llega a la SIC solo por los temas de la ley, y confirmado se traslada en cinco días hábiles', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company, { typology: 'calidad', response_channel: 'portal' })
  const params = { id: filed.id }
  t.setNow(morningOf('2026-12-14'))
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(morningOf('2026-12-29'))
  const kind = 'reposicion_subsidio_apelacion'
  const refused = await client.ask(pqrApi.appeal, { params, body: { kind, text: 'No estoy de acuerdo' } })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'kind'])
  await by.call(pqrApi.classify, { params, body: { typology: 'corte' } })
  const { data } = await client.call(pqrApi.appeal, { params, body: { kind, text: 'No estoy de acuerdo' } })
  expect([data.status, data.answer_by]).toEqual(['en_reposicion', '2027-01-21'])
  const extended = await by.ask(pqrApi.extend, { params, body: { reason: 'Falta la medición del poste' } })
  expect([extended.status, extended.json.message]).toEqual([409, 'El plazo para responder un recurso no se amplía'])
  t.setNow(morningOf('2027-01-21'))
  const confirmed = await by.call(pqrApi.answer, { params, body: { ...ANSWER, decision: 'parcial' } })
  expect([confirmed.data.status, confirmed.data.sic?.transfer_by, confirmed.data.due?.kind]).toEqual([
    'confirmada',
    '2027-01-28',
    'transfer',
  ])
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  await by.call(pqrApi.escalate, { params, body: {} })
  const decision = { outcome: 'revoca', text: 'Resolución 1234 de 2027: devolver lo cobrado' }
  const decided = await by.call(pqrApi.sicDecision, { params, body: decision })
  const task = decided.data.tasks[0]?.id ?? ''
  expect([decided.data.status, decided.data.due?.kind]).toEqual(['decidida_sic', 'task'])
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  await by.call(pqrApi.task, { params: { ...params, task_id: task }, body: { note: 'Se devolvió' } })
  expect((await by.call(pqrApi.close, { params, body: {} })).data.status).toBe('cerrada')
})

test('PQR-07 el recurso del día siguiente al plazo se niega', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { response_channel: 'portal' })
  const params = { id: filed.id }
  t.setNow(morningOf('2026-12-14'))
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(new Date('2026-12-30T00:00:00-05:00'))
  const refused = await client.ask(pqrApi.appeal, { params, body: { kind: 'reposicion', text: 'Tarde' } })
  expect([refused.status, refused.json.message]).toEqual([
    422,
    'El plazo para el recurso venció el 29 de diciembre de 2026',
  ])
})

test('PQR-07 SUS-02 mientras hay un recurso lo reclamado sigue en disputa, hasta que decide la empresa o la SIC', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, userId, invoiceId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const claim = { ...newCase('Cobro de más'), typology: 'facturacion', invoice_id: invoiceId, amount: 10_000 }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const params = { id: filed.id }
  const disputed = async () =>
    (await by.call(disputeApi.list, { query: { status: 'open' } })).data.map(({ amount }) => amount)
  t.setNow(morningOf('2026-12-14'))
  await by.call(pqrApi.answer, { params, body: ANSWER })
  expect(await disputed()).toEqual([])
  const kind = 'reposicion_subsidio_apelacion'
  await client.call(pqrApi.appeal, { params, body: { kind, text: 'No estoy de acuerdo' } })
  expect(await disputed()).toEqual([1_000_000])
  await by.call(pqrApi.answer, { params, body: { text: 'Devolvemos una parte', decision: 'parcial', amount: 4_000 } })
  expect(await disputed()).toEqual([600_000])
  await by.call(pqrApi.escalate, { params, body: {} })
  expect(await disputed()).toEqual([600_000])
  await by.call(pqrApi.sicDecision, { params, body: { outcome: 'confirma', text: 'Resolución 1234 de 2027' } })
  expect(await disputed()).toEqual([])
})

test('PQR-05 el reclamo de una factura abre su disputa, y la respuesta hace la nota crédito en el mismo paso', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, userId, invoiceId, clientId, no_contract } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const claim = { ...newCase('Cobro de más'), invoice_id: invoiceId, amount: 10_000 }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const params = { id: filed.id }
  const open = await by.call(disputeApi.list, { query: { status: 'open' } })
  expect(open.data.map(({ reference, amount }) => [reference, amount])).toEqual([[filed.reference, 1_000_000]])
  const technical = await company.person('technical')
  expect((await technical.ask(pqrApi.answer, { params, body: { ...ANSWER, decision: 'favor' } })).status).toBe(403)
  const answered = await by.call(pqrApi.answer, {
    params,
    body: { text: 'Tiene razón', decision: 'parcial', amount: 4_000 },
  })
  expect(answered.data.claim?.is_open).toBe(false)
  const { data } = await by.call(invoiceApi.get, { params: { id: invoiceId } })
  expect(data.credit_notes.map(({ total }) => total)).toEqual([400_000])
  const ended = await by.call(disputeApi.list, { query: { status: 'ended' } })
  expect(ended.data.map(({ outcome }) => outcome)).toEqual(['parcial'])

  const second = await by.call(invoiceApi.create, { body: visitBody({ no_contract }), headers: newKey() })
  const other = { ...newCase('Otro cobro'), invoice_id: second.data.id, client_id: clientId, channel: 'oficina' }
  const { data: again } = await by.call(pqrApi.create, { body: { pqr: other } })
  await by.call(pqrApi.answer, { params: { id: again.id }, body: ANSWER })
  const { data: kept } = await by.call(invoiceApi.get, { params: { id: second.data.id } })
  expect([kept.credit_notes, kept.disputed_amount, kept.balance]).toEqual([[], 0, kept.total])
})

test('PQR-01 la factura y el contrato de otro cliente no existen para quien radica', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { client } = await filedCase(t, company)
  const { invoiceId, no_contract } = await billed(t, company)
  for (const field of [{ invoice_id: invoiceId }, { no_contract }]) {
    const refused = await client.ask(pqrApi.create, { body: { pqr: { ...newCase(), ...field } } })
    expect(refused.status).toBe(404)
  }
  const rival = await filedCase(t, await t.company())
  expect((await client.ask(pqrApi.get, { params: { id: rival.filed.id } })).status).toBe(404)
})

test('PQR-01 la mesa radica por teléfono la de un cliente o la de quien no lo es, y el cliente no radica la de otro', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('technical')
  const client = await makeClient(t.owner, company.id)
  const person = {
    name: 'Luz Marina Ortiz',
    type_identification: 'CC',
    identification: '52.123.456',
    phone: '3001234567',
  }
  const of = (fields: object) => by.ask(pqrApi.create, { body: { pqr: { ...newCase(), ...fields } } })
  expect((await of({ client_id: client.id })).json.errors?.[0]?.field).toBe('pqr.channel')
  expect((await of({ channel: 'oficina' })).json.errors?.[0]?.field).toBe('pqr.client_id')
  const filed = await of({ petitioner: person, channel: 'telefono', response_channel: 'telefono' })
  expect(filed.status).toBe(201)
  const { data } = await by.call(pqrApi.list)
  expect(data[0]).toMatchObject({ client_id: null, petitioner: { name: person.name, identification: '52123456' } })
  const own = await filedCase(t, company)
  const refused = await own.client.ask(pqrApi.create, { body: { pqr: { ...newCase('x'), client_id: client.id } } })
  expect(refused.status).toBe(403)
})
