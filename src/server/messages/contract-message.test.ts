import { afterEach, expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, on } from '#test/billing-desk.ts'
import { makeMailed, sendContractMails } from '#test/contract-mails.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const mailsOf = ({ company }: BillingDesk) => sendContractMails(t, company.id)

const changePlan = async ({ financial, params }: BillingDesk, plan_id: string) =>
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
const reason = { reason: 'Lo pidió por teléfono' }

test('CON-06 R2.10 un cambio de plan le escribe al cliente que no usa el portal: el día, el precio con IVA y qué hacer si no lo pidió', async () => {
  const desk = await makeMailed(t)
  const plan = await makePlan(t.owner, desk.company.id, 8_000_000)
  await changePlan(desk, plan)
  const [mail, ...others] = await mailsOf(desk)
  expect([mail?.to, mail?.subject, others]).toEqual([
    'yenny@correo.test',
    `Cambio de plan del contrato ${desk.params.no}`,
    [],
  ])
  expect(mail?.text).toContain('Desde el 1 de julio de 2029 tienes Hogar 100 y pagas:')
  expect(mail?.text).toContain('$ 95.200,00 al mes, IVA incluido')
  expect(mail?.text).toContain('Hasta el 30 de junio de 2029 sigues con Hogar 100.')
  expect(mail?.text).toMatch(/Si no lo pediste, comunícate ya con .+ \(6045550101, ayuda@fibra\.test\): nadie puede/)
  // The job again, and the same request again.
  expect(await mailsOf(desk)).toEqual([])
  await changePlan(desk, plan)
  expect(await mailsOf(desk)).toEqual([])
  const { financial, params } = desk
  await financial.call(contractApi.cancelPlanChange, { params, body: reason })
  const [kept, ...more] = await mailsOf(desk)
  expect([kept?.subject, more]).toEqual([`Tu contrato ${desk.params.no} sigue con su plan`, []])
  expect(kept?.text).toContain('$ 36.890,00 al mes, IVA incluido')
  const { rows } = await t.owner.query(`select distinct kind, category, status from messages where company_id = $1`, [
    desk.company.id,
  ])
  expect(rows).toEqual([{ kind: 'contract', category: 'transaccional', status: 'sent' }])
})

test('CON-06 R2.10 un cambio de plan que otro reemplaza, o que se anula antes de que su correo salga, no se avisa', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 8_000_000))
  await financial.call(contractApi.cancelPlanChange, { params, body: reason })
  expect(await mailsOf(desk)).toEqual([])
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 8_000_000))
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 9_000_000))
  const [mail, ...others] = await mailsOf(desk)
  expect([mail?.text.includes('$ 107.100,00 al mes'), others]).toEqual([true, []])
  expect(mail?.text).not.toContain('reemplaza')
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 7_000_000))
  const [third] = await mailsOf(desk)
  expect(third?.text).toContain('$ 83.300,00 al mes')
  expect(third?.text).toContain('Este cambio reemplaza el que te avisamos antes.')
  // In force since July: a later change does not replace it, and its own cancellation takes nothing back.
  on(t, '2029-07-05')
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 6_500_000))
  await financial.call(contractApi.cancelPlanChange, { params, body: reason })
  expect(await mailsOf(desk)).toEqual([])
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 6_000_000))
  const [later] = await mailsOf(desk)
  expect(later?.text).toContain('$ 71.400,00 al mes')
  expect(later?.text).not.toContain('reemplaza')
})

test('CON-06 R2.9 un retiro dice su último día y lo que queda sin efecto, y su anulación dice que el contrato sigue y a qué precio', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await changePlan(desk, await makePlan(t.owner, desk.company.id, 8_000_000))
  await mailsOf(desk)
  const body = { requested_on: '2029-06-05', reason: 'Se muda de ciudad' }
  await financial.call(contractApi.terminate, { params, body })
  const [ended, ...others] = await mailsOf(desk)
  expect([ended?.subject, others]).toEqual([`Retiro del contrato ${params.no}`, []])
  expect(ended?.text).toContain('El último día de servicio es el 30 de junio de 2029.')
  expect(ended?.text).toContain('Después de ese día no te cobramos más mensualidades.')
  expect(ended?.text).toContain('El cambio de plan que te avisamos para después de ese día ya no se hace.')
  await financial.call(contractApi.withdrawTermination, { params, body: reason })
  const [kept] = await mailsOf(desk)
  expect(kept?.subject).toBe(`Tu contrato ${params.no} sigue: anulamos el retiro`)
  expect(kept?.text).toContain('$ 36.890,00 al mes, IVA incluido')
  // Registered and withdrawn before either email left.
  await financial.call(contractApi.terminate, { params, body })
  await financial.call(contractApi.withdrawTermination, { params, body: reason })
  expect(await mailsOf(desk)).toEqual([])
})

test('CON-06 R2.8 el correo del retiro dice con IVA lo que cuesta salir antes de que acabe la permanencia', async () => {
  const desk = await makeMailed(t)
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2029-05-02'
     where id = $1`,
    [desk.id],
  )
  const body = { requested_on: '2029-06-05', reason: 'Se muda de ciudad' }
  const request = { params: desk.params, body: { requested_on: body.requested_on } }
  const { data } = await desk.financial.call(contractApi.terminatePreview, request)
  expect(data.exit_value).toBe(11_000_000)
  await desk.financial.call(contractApi.terminate, { params: desk.params, body })
  const [ended] = await mailsOf(desk)
  expect(ended?.text).toContain('la última factura cobra por ella $ 130.900,00, IVA incluido.')
})

test('CON-06 R1.7 R2.8 con un traslado antes del último día, el correo dice lo mismo que la vista previa', async () => {
  const desk = await makeMailed(t)
  await t.owner.query(
    `update contracts set stratum = 3, connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
       permanence_from = '2029-05-02' where id = $1`,
    [desk.id],
  )
  const { financial, params } = desk
  const move = {
    address: 'Carrera 43A # 5-15',
    department: 'Antioquia',
    city: 'Envigado',
    stratum: 6,
    on: '2029-06-20',
  }
  await financial.call(transferApi.transfer, { params, body: move })
  await mailsOf(desk)
  const asked = { requested_on: '2029-06-05' }
  const { data } = await financial.call(contractApi.terminatePreview, { params, body: asked })
  expect(data.exit_total).toBe(13_090_000)
  await financial.call(contractApi.terminate, { params, body: { ...asked, reason: 'Se muda de ciudad' } })
  const [ended] = await mailsOf(desk)
  expect(ended?.text).toContain('la última factura cobra por ella $ 130.900,00, IVA incluido.')
})

test('CON-06 R2.7 R2.8 R2.10 quien tiene derecho a terminar no paga la permanencia: lo dicen la vista previa, el correo y la bitácora', async () => {
  const desk = await makeMailed(t)
  const { company, financial, id, params } = desk
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2029-05-02'
     where id = $1`,
    [id],
  )
  const asked = { requested_on: '2029-06-05', exit_right: 'operator_change' as const }
  const { data: preview } = await financial.call(contractApi.terminatePreview, { params, body: asked })
  expect([preview.exit_value, preview.exit_total, preview.waived_total]).toEqual([0, 0, 13_090_000])
  await financial.call(contractApi.terminate, { params, body: { ...asked, reason: 'Le cobraron un decodificador' } })
  const { data } = await financial.call(contractApi.get, { params })
  expect([data.active_to, data.pending_charges]).toEqual(['2029-06-30', []])
  const [mail] = await mailsOf(desk)
  expect(mail?.text).toContain(
    'No pagas nada por la permanencia: la empresa cambió el contrato o cobró algo que no aceptaste.',
  )
  expect(mail?.text).not.toContain('la última factura cobra')
  const admin = await company.person('admin')
  const { data: log } = await admin.call(auditApi.list, { query: {} })
  expect(log.map(({ sentence }) => sentence).join('. ')).toContain(
    `registró el retiro del contrato ${params.no}, sin cobro de la permanencia: la empresa cambió el contrato o cobró algo que el cliente no aceptó`,
  )
  const wrong = await financial.ask(contractApi.terminatePreview, {
    params,
    body: { ...asked, exit_right: 'porque sí' },
  })
  expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([
    400,
    expect.stringContaining('Elige por qué no paga la permanencia'),
  ])
})

test('CON-07 R2.11 una pausa dice sus días, sin cobro, y su anulación también se avisa', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 2 } })
  const [mail, ...others] = await mailsOf(desk)
  expect([mail?.subject, others]).toEqual([`Pausa del contrato ${params.no}`, []])
  expect(mail?.text).toContain('del 1 de julio de 2029 al 31 de agosto de 2029.')
  expect(mail?.text).toContain('no te cobramos la mensualidad')
  expect(mail?.text).toContain('El servicio vuelve el 1 de septiembre de 2029, al mismo precio.')
  await financial.call(contractApi.cancelPause, { params, body: reason })
  const [cancelled] = await mailsOf(desk)
  expect(cancelled?.subject).toBe(`Anulamos la pausa del contrato ${params.no}`)
  expect(cancelled?.text).toContain('se cobra como siempre')
  // A pause that was notified and went by, and a later one that was cancelled before its email left.
  await financial.call(contractApi.pause, { params, body: { from: '2029-07-01', months: 1 } })
  expect(await mailsOf(desk)).toHaveLength(1)
  on(t, '2029-08-05')
  await financial.call(contractApi.pause, { params, body: { from: '2029-09-01', months: 1 } })
  await financial.call(contractApi.cancelPause, { params, body: reason })
  expect(await mailsOf(desk)).toEqual([])
})

test('CON-07 R2.13 un traslado dice el día, la dirección, lo que cuesta y el precio nuevo; el que se hace en su día no se repite', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  const costs = { reconnection_cost: 0, technical_visit_cost: 0, additional_cable_cost: 0, transfer_cost: 60_000 }
  const billing_config = { connection_cost: 0, discounted_value: 0, billing_cut_day: 31, ...costs }
  await financial.call(contractDefaultsApi.save, { body: { billing_config } })
  const place = { department: 'Antioquia', city: 'Envigado', stratum: 2 }
  const move = { address: 'Carrera 43A # 5-15', ...place, on: '2029-06-15' }
  await financial.call(transferApi.transfer, { params, body: move })
  const [mail, ...others] = await mailsOf(desk)
  expect([mail?.subject, others]).toEqual([`Traslado del contrato ${params.no}`, []])
  expect(mail?.text).toContain('Desde el 15 de junio de 2029 el servicio es en Carrera 43A # 5-15, Envigado.')
  expect(mail?.text).toContain('$ 31.000,00 al mes, sin IVA')
  expect(mail?.text).toContain('desde el 1 de julio de 2029')
  expect(mail?.text).toContain('Antes: $ 36.890,00 al mes, IVA incluido.')
  expect(mail?.text).toContain(
    'El traslado cuesta $ 71.400,00, IVA incluido, y va en la factura que sigue al traslado.',
  )
  await financial.call(transferApi.cancelTransfer, { params, body: reason })
  const [cancelled] = await mailsOf(desk)
  expect(cancelled?.subject).toBe(`Anulamos el traslado del contrato ${params.no}`)
  expect(cancelled?.text).toContain('El servicio sigue en Calle 10 # 20-30, Medellín.')
  await financial.call(transferApi.transfer, { params, body: move })
  expect(await mailsOf(desk)).toHaveLength(1)
  on(t, '2029-06-16')
  await applyDueChanges(t.world)
  expect(await mailsOf(desk)).toEqual([])
  await financial.call(transferApi.transfer, {
    params,
    body: { ...move, address: 'Calle 7 # 8-09', stratum: 3, on: '2029-06-16' },
  })
  const [done] = await mailsOf(desk)
  expect(done?.text).toContain('Hicimos el traslado')
  expect(done?.text).toContain('Calle 7 # 8-09')
})

test('CON-07 R2.13 el correo de un traslado dice el precio nuevo desde el primer período que no está facturado', async () => {
  const desk = await makeMailed(t)
  const { financial, params } = desk
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  const place = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 2 }
  await financial.call(transferApi.transfer, { params, body: { ...place, on: '2029-06-15' } })
  const [mail] = await mailsOf(desk)
  expect(mail?.text).toContain('Es lo que pagas desde el 1 de agosto de 2029')
})

test('CON-07 R2.12 una cesión le escribe a cada titular su texto, sin los datos del otro, y su rechazo también', async () => {
  const desk = await makeMailed(t)
  const { financial, params, company } = desk
  const next = await makeClient(t.owner, company.id, { email: 'ciro@correo.test' })
  await t.owner.query("update clients set first_name = 'Ciro', last_name = 'Peláez' where id = $1", [next.id])
  const ask = () => financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  const textsOf = async () => {
    const mails = await mailsOf(desk)
    const textOf = (to: string) => mails.filter((mail) => mail.to === to).map(({ text }) => text)
    expect(textOf('yenny@correo.test').join()).not.toMatch(/Ciro|Peláez|ciro@/)
    expect(textOf('ciro@correo.test').join()).not.toMatch(/Yenny|Bohórquez|yenny@|contract\//)
    return [textOf('yenny@correo.test'), textOf('ciro@correo.test')]
  }
  await ask()
  expect(await textsOf()).toEqual([
    [expect.stringContaining('Recibimos la solicitud de ceder tu contrato')],
    [expect.stringContaining('Sin tu aceptación por escrito el contrato no pasa a tu nombre.')],
  ])
  await financial.call(cessionApi.refuseCession, { params, body: { reason: 'Debe dos facturas' } })
  const [[refused] = [], [notGiven] = []] = await textsOf()
  expect(refused).toContain('Motivo: Debe dos facturas')
  expect(notGiven).toContain('no pasa a tu nombre')
  expect(notGiven).not.toContain('Debe dos facturas')
  await ask()
  await financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada del 4 de junio' } })
  const [[old, ...again] = [], [own, ...others] = []] = await textsOf()
  expect([again, others]).toEqual([[], []])
  expect(old).toContain('Tú pagas el servicio hasta el 30 de junio de 2029.')
  expect(own).toContain('Desde el 1 de julio de 2029 tienes Hogar 100 y pagas:')
  expect(own).toContain('$ 36.890,00 al mes, IVA incluido')
  expect(own).toContain('Lo que se deba de los días anteriores no es tuyo.')
})
