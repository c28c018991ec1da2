import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract whose prices do not include VAT, at an address of an estrato. */
const makeMover = (stratum: number): Promise<BillingDesk> =>
  makeDesk(t, { includesVat: false, price: 6_000_000, activeFrom: '2029-05-01', stratum })

const place = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado' }
const moveTo = ({ financial, params }: BillingDesk, stratum: number, day = '2029-06-15') =>
  financial.call(transferApi.transfer, { params, body: { ...place, stratum, on: day } })
const cancelMove = ({ financial, params }: BillingDesk) =>
  financial.call(transferApi.cancelTransfer, { params, body: { reason: 'Ya no se muda' } })
const previewOf = async ({ financial, params }: BillingDesk) =>
  (await financial.call(transferApi.cancelTransferPreview, { params })).data.corrections

/** What is billed of the service less its credit notes, and what waits for the next invoice, by VAT treatment, in centavos. */
async function booksOf({ id }: BillingDesk): Promise<Record<string, { base: number; vat: number }>> {
  const { rows } = await t.owner.query<{ treatment: string; base: number; vat: number }>(
    `select treatment, sum(base)::float8 as base, sum(vat)::float8 as vat from (
       select l.vat_treatment as treatment, l.base, l.vat from invoice_lines l join invoices i on i.id = l.invoice_id
       where i.contract_id = $1 and l.kind in ('plan', 'plan_adjustment')
       union all
       select l.vat_treatment, -(p->>'base')::bigint, -(p->>'vat')::bigint
       from credit_notes n join invoices i on i.id = n.invoice_id
       cross join lateral jsonb_array_elements(n.lines) p
       join invoice_lines l on l.invoice_id = i.id and l.position = (p->>'position')::int
       where i.contract_id = $1
     ) one group by treatment having sum(base) <> 0 or sum(vat) <> 0`,
    [id],
  )
  return Object.fromEntries(rows.map(({ treatment, base, vat }) => [treatment, { base, vat }]))
}

const linesOf = async ({ financial, id }: BillingDesk, period: string) => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from invoices where contract_id = $1 and period = $2 and kind = 'period'`,
    [id, period],
  )
  const { data } = await financial.call(invoiceApi.get, { params: { id: rows[0]?.id ?? '' } })
  return data.lines.map(({ kind, vat_treatment, base, vat }) => [kind, vat_treatment, base, vat])
}

const WITH_VAT = { base: 6_000_000, vat: 1_140_000 }
const without = (months: number) => ({ base: months * 6_000_000, vat: 0 })

test('R1.3 R2.13 anular un traslado corrige el mes que se facturó con el IVA prometido, y antes dice con qué', async () => {
  for (const [from, to, billed, right] of [
    [2, 5, 7_140_000, 6_000_000],
    [5, 2, 6_000_000, 7_140_000],
  ] as const) {
    const desk = await makeMover(from)
    on(t, '2029-06-01')
    await moveTo(desk, to)
    await bill(t, desk, '2029-05', '2029-06', '2029-07')
    const preview = await previewOf(desk)
    expect(preview).toEqual([
      { period: '2029-07', kind: 'credit', amount: billed, document: null },
      { period: '2029-07', kind: 'charge', amount: right, document: null },
    ])
    const { data, message } = await cancelMove(desk)
    expect(data.corrections).toMatchObject([
      { kind: 'charge', amount: right },
      { kind: 'credit', amount: billed },
    ])
    expect(message).toContain('Traslado anulado: el servicio sigue en su dirección. Cobraremos')
    on(t, '2029-07-02')
    await bill(t, desk, '2029-08')
    expect(await booksOf(desk)).toEqual(
      from === 2 ? { exento: without(4) } : { gravado: { base: 24_000_000, vat: 4_560_000 } },
    )
    expect((await linesOf(desk, '2029-08')).map(([kind]) => kind)).toEqual(['plan', 'plan_adjustment'])
    // The correction is made once, also when another change corrects the month.
    on(t, '2029-07-11')
    await desk.financial.call(contractApi.suspend, { params: desk.params, body: { reason: 'Mora' } })
    on(t, '2029-07-12')
    const reconnected = await desk.financial.call(contractApi.reconnect, { params: desk.params })
    expect(reconnected.data.corrections).toMatchObject([{ period: '2029-07', kind: 'credit' }])
    expect(Object.keys(await booksOf(desk))).toEqual([from === 2 ? 'exento' : 'gravado'])
  }
})

test('R2.13 un traslado de estrato 2 a 3 que se anula deja el mes exento, aunque se pague lo mismo', async () => {
  const desk = await makeMover(2)
  on(t, '2029-06-01')
  await moveTo(desk, 3)
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  expect(await booksOf(desk)).toEqual({ exento: without(2), excluido: without(1) })
  await cancelMove(desk)
  on(t, '2029-07-02')
  await bill(t, desk, '2029-08')
  expect(await booksOf(desk)).toEqual({ exento: without(4) })
})

test('R2.13 otro día de la visita corrige el mes que empieza antes de él, y volver a su día lo deja como se prometió', async () => {
  const desk = await makeMover(2)
  on(t, '2029-06-01')
  await moveTo(desk, 5)
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  const { data: visits } = await desk.financial.call(visitApi.list, { query: {} })
  const params = { id: visits[0]?.id ?? '' }
  const moved = await desk.financial.call(visitApi.move, { params, body: { day: '2029-07-10' } })
  expect(moved.message).toContain('Devolvimos $ 71.400,00 de julio de 2029')
  expect(await booksOf(desk)).toEqual({ exento: without(2) })
  await desk.financial.call(visitApi.move, { params, body: { day: '2029-06-20' } })
  on(t, '2029-07-02')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-08')
  expect(await booksOf(desk)).toEqual({ exento: without(2), gravado: { base: 12_000_000, vat: 2_280_000 } })
})

test('R2.13 una visita que no se hizo deja de prometer el IVA: corrige lo facturado, y los meses siguientes son de la dirección del servicio', async () => {
  const desk = await makeMover(2)
  on(t, '2029-06-01')
  await moveTo(desk, 5)
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  expect(await booksOf(desk)).toEqual({ exento: without(2), gravado: WITH_VAT })
  on(t, '2029-06-15')
  await applyDueChanges(t.world)
  const { data: visits } = await desk.financial.call(visitApi.list, { query: {} })
  const params = { id: visits[0]?.id ?? '' }
  const { message } = await desk.financial.call(visitApi.miss, { params, body: { reason: 'No había nadie' } })
  expect(message).toMatch(/^La visita quedó como no hecha\. Cobraremos .* Devolvimos \$ 71\.400,00 de julio de 2029/)
  on(t, '2029-07-02')
  await bill(t, desk, '2029-08')
  expect(await booksOf(desk)).toEqual({ exento: without(4) })
  await cancelMove(desk)
  expect(await booksOf(desk)).toEqual({ exento: without(4) })
})

test('R2.13 un contrato que termina sin su traslado queda con el IVA de su dirección', async () => {
  const desk = await makeMover(2)
  on(t, '2029-06-01')
  await moveTo(desk, 5, '2029-06-30')
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  on(t, '2029-06-30')
  const { data: visits } = await desk.financial.call(visitApi.list, { query: {} })
  const params = { id: visits[0]?.id ?? '' }
  on(t, '2029-07-02')
  const body = { requested_on: '2029-07-02', reason: 'Se muda' }
  const { data } = await desk.financial.call(contractApi.terminate, { params: desk.params, body })
  await desk.financial.call(visitApi.miss, { params, body: { reason: 'No había nadie' } })
  on(t, '2029-08-01')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-08')
  expect(data.active_to).toBe('2029-07-31')
  expect(await booksOf(desk)).toEqual({ exento: without(3) })
})

type Step = 'bill' | 'plan' | 'cancel'

test('R2.13 cualquier orden de facturar, programar y anular deja las cuentas como sin traslado', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Step>('bill', 'plan', 'cancel'), { minLength: 3, maxLength: 8 }),
      fc.constantFrom<readonly [number, number]>([2, 5], [5, 2], [3, 6]),
      async (steps, [from, to]) => {
        const desk = await makeMover(from)
        on(t, '2029-06-01')
        const periods = ['2029-05', '2029-06', '2029-07']
        let isPlanned = false
        for (const step of [...steps, 'cancel' as const]) {
          if (step === 'bill') await bill(t, desk, ...periods.splice(0, 1))
          if (step === 'plan' && !isPlanned) await moveTo(desk, to)
          if (step === 'cancel' && isPlanned) {
            const preview = await previewOf(desk)
            const { data } = await cancelMove(desk)
            const amounts = (list: typeof preview) =>
              list.map(({ kind, amount }) => `${kind} ${amount}`).toSorted((a, b) => a.localeCompare(b))
            expect(amounts(data.corrections)).toEqual(amounts(preview))
          }
          isPlanned = step === 'plan' || (isPlanned && step !== 'cancel')
        }
        on(t, '2029-08-02')
        await bill(t, desk, ...periods, '2029-08', '2029-09')
        const treatment = from === 2 ? 'exento' : from === 3 ? 'excluido' : 'gravado'
        const vat = from === 5 ? 5 * 1_140_000 : 0
        expect(await booksOf(desk)).toEqual({ [treatment]: { base: 30_000_000, vat } })
      },
    ),
    { numRuns: 12 },
  )
})
