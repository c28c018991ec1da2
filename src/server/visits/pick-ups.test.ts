import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { makeDesk, on } from '#test/billing-desk.ts'
import { makeReport } from '#test/reporting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract with lent equipment, its reports, and the pick-ups that it has. */
async function desk(...serials: string[]) {
  const { company, financial, params } = await makeDesk(t)
  const technical = await company.person('technical')
  on(t, '2029-06-05')
  const ids: string[] = []
  for (const serial of serials) {
    const piece = { kind: 'onu', brand: 'Huawei', property: 'comodato', serial }
    const { data } = await financial.call(equipmentApi.create, { body: { equipment: piece } })
    await financial.call(equipmentApi.move, {
      params: { id: data.id },
      body: { to: 'at_client', no_contract: params.no },
    })
    ids.push(data.id)
  }
  const remove = (equipment_moves?: object[]) =>
    makeReport(t, technical, params.no, {
      start_time: '2029-06-05T14:00:00Z',
      end_time: '2029-06-05T15:00:00Z',
      type_order_job: 'retiro',
      ...(equipment_moves && { equipment_moves }),
    })
  const terminate = () =>
    financial.call(contractApi.terminate, { params, body: { requested_on: '2029-06-05', reason: 'Se muda' } })
  const withdraw = () => financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  const pickUps = async () =>
    (await financial.call(visitApi.list, { query: { kind: 'retiro' } })).data.map(({ state, note }) => [state, note])
  return { financial, ids, remove, terminate, withdraw, pickUps }
}

const GENERAL = 'Recoger los equipos después del último día de servicio'

test('R2.21 ACT-04 registrar otra vez un retiro que ya tiene acta no programa recoger lo que ya volvió', async () => {
  for (const serials of [['HWTC11111111'], []]) {
    const { remove, terminate, withdraw, pickUps } = await desk(...serials)
    await remove()
    const made = serials.length === 0 ? GENERAL : `${GENERAL}: ONU Huawei HWTC11111111`
    expect(await pickUps()).toEqual([['done', made]])
    await withdraw()
    await terminate()
    expect(await pickUps()).toEqual([['done', made]])
  }
})

test('R2.21 ACT-12 la recogida de un retiro dice qué equipos están en el contrato, y después de su acta, qué falta', async () => {
  const { remove, terminate, withdraw, pickUps } = await desk('HWTC11111111', 'HWTC22222222')
  await terminate()
  const all = `${GENERAL}: ONU Huawei HWTC11111111, ONU Huawei HWTC22222222`
  expect(await pickUps()).toEqual([['planned', all]])
  await remove([{ serial: 'HWTC22222222', action: 'return' }])
  await withdraw()
  await terminate()
  expect((await pickUps()).toSorted(([a = ''], [b = '']) => (a ?? '').localeCompare(b ?? ''))).toEqual([
    ['done', all],
    ['planned', 'Recoger los equipos que faltan: ONU Huawei HWTC11111111'],
  ])
})

test('R2.21 lo que el cliente devolvió en la oficina antes del retiro no se va a recoger', async () => {
  const { financial, ids, terminate, pickUps } = await desk('HWTC11111111')
  await financial.call(equipmentApi.move, { params: { id: ids[0] ?? '' }, body: { to: 'returned' } })
  await terminate()
  expect(await pickUps()).toEqual([])
})
