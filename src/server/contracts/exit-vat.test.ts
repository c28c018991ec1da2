import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { clauseLabels } from '#domain/contracts/paid.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { bill, makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const MOVE = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', on: '2029-06-15' }

/** A contract whose clause of 120,000 pesos and twelve months was signed in an estrato, and which moved to another one on June 15. */
async function makeMoved(from: number, to: number, includesVat: boolean) {
  const desk = await makeDesk(t, { includesVat, price: 6_000_000, activeFrom: '2029-05-01', stratum: from })
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12, permanence_from = '2029-05-01',
       signed_vat_bps = $2 where id = $1`,
    [desk.id, from > 3 ? 1_900 : 0],
  )
  on(t, '2029-06-01')
  const { params, financial } = desk
  await financial.call(transferApi.transfer, { params, body: { ...MOVE, stratum: to } })
  on(t, '2029-06-16')
  await applyDueChanges(t.world)
  on(t, '2029-06-20')
  return desk
}

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

test('R2.8 R2.13 quien se pasa a una dirección con IVA paga por salir lo que firmó, con el IVA incluido, en la vista previa, el contrato y la factura', async () => {
  const desk = await makeMoved(3, 5, false)
  const { financial, params } = desk
  const body = { requested_on: '2029-06-20' }
  const { data: preview } = await financial.call(contractApi.terminatePreview, { params, body })
  // Two months are served on June 30: ten of twelve parts are left.
  expect(preview).toMatchObject({ ends_on: '2029-06-30', exit_value: 8_403_361, exit_total: 10_000_000 })
  const { data: contract } = await financial.call(contractApi.get, { params })
  expect(contract.permanence?.exit_value_today).toBe(9_243_697)
  // The text of the contract after the transfer has the table that was signed.
  const { rows } = await t.owner.query<{ text: string }>(
    `select text from contract_versions where contract_id = $1 order by version desc limit 1`,
    [desk.id],
  )
  expect(spaced(rows[0]?.text ?? '')).toMatch(/\$ 120\.000,00\D/)
  expect(rows[0]?.text).toContain('109.999,99')
  expect(rows[0]?.text).not.toContain('130.900,00')
  await bill(t, desk, '2029-06')
  const [june] = (await financial.call(invoiceApi.list, { query: { period: '2029-06' } })).data
  const { data: invoice } = await financial.call(invoiceApi.get, { params: { id: june?.id ?? '' } })
  if (invoice.permanence === null) throw new Error('no permanence block')
  // No base with its rounded VAT gives 110,000.00: a centavo less.
  expect(spaced(clauseLabels(invoice.permanence).exit)).toBe('$ 109.999,99 con IVA')
  await financial.call(contractApi.terminate, { params, body: { ...body, reason: 'Se muda' } })
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-07')
  const [july] = (await financial.call(invoiceApi.list, { query: { period: '2029-07' } })).data
  const { data: last } = await financial.call(invoiceApi.get, { params: { id: july?.id ?? '' } })
  const exit = last.lines.find(({ kind }) => kind === 'early_exit')
  expect(exit).toMatchObject({ vat_treatment: 'gravado', base: 8_403_361, vat: 1_596_639, total: 10_000_000 })
})

test('R2.8 R2.13 quien firmó con IVA y se pasa a una dirección sin IVA paga por salir la base que firmó', async () => {
  for (const [includesVat, total] of [
    [false, 10_000_000],
    [true, 8_403_361],
  ] as const) {
    const { financial, params } = await makeMoved(5, 3, includesVat)
    const { data } = await financial.call(contractApi.terminatePreview, {
      params,
      body: { requested_on: '2029-06-20' },
    })
    expect([includesVat, data.exit_total]).toEqual([includesVat, total])
  }
})

test('R2.8 R2.13 un traslado que se pide, se anula o se hace después de registrar el retiro no sube lo que cuesta salir', async () => {
  const desk = await makeMoved(5, 3, false)
  const { financial, params } = desk
  await t.owner.query('update contracts set signed_vat_bps = 0 where id = $1', [desk.id])
  const exitTotal = async () => {
    const { data } = await financial.call(contractApi.get, { params })
    const charge = data.pending_charges.find(({ kind }) => kind === 'early_exit')
    return charge?.price
  }
  on(t, '2029-07-01')
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2029-07-01', reason: 'Se muda' } })
  // Three months are served on July 31: nine of twelve parts are left.
  expect(await exitTotal()).toBe(9_000_000)
  const planned = { params, body: { ...MOVE, address: 'Calle 1', on: '2029-07-05', stratum: 6 } }
  await financial.call(transferApi.transfer, planned)
  expect(await exitTotal()).toBe(7_563_025)
  await financial.call(transferApi.cancelTransfer, { params, body: { reason: 'Se queda' } })
  expect(await exitTotal()).toBe(9_000_000)
  await financial.call(transferApi.transfer, planned)
  on(t, '2029-07-06')
  await applyDueChanges(t.world)
  expect(await exitTotal()).toBe(7_563_025)
  on(t, '2029-08-02')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-08')
  const [august] = (await financial.call(invoiceApi.list, { query: { period: '2029-08' } })).data
  const { data: last } = await financial.call(invoiceApi.get, { params: { id: august?.id ?? '' } })
  expect(last.lines.find(({ kind }) => kind === 'early_exit')).toMatchObject({ base: 7_563_025, total: 9_000_000 })
})
