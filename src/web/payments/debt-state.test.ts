import { expect, test, vi } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money } from '#domain/core/money.ts'
import type { Debts } from '#domain/payments/online.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { debtStateOf } = await import('./debt-state.ts')

const ATTEMPT = '01890000-0000-7000-8000-00000000000a'

const owed = (id: string, changes: Partial<Debts['invoices'][number]> = {}): Debts['invoices'][number] => ({
  id,
  number: `AF-${id}`,
  period: '2026-11',
  no_contract: null,
  due_on: day('2026-11-30'),
  is_agreed: false,
  last_payable_on: day('2026-11-30'),
  status: 'pendiente',
  total: money(5_000_000),
  balance: money(5_000_000),
  payable: money(5_000_000),
  covered: money(0),
  disputed_amount: money(0),
  extended: null,
  attempt_id: null,
  ...changes,
})

const debts = (...invoices: Debts['invoices']): Debts => ({
  payer: { name: 'Ana', email: null, phone: null, type_identification: 'CC', identification: '1' },
  invoices,
  total: money(0),
  written_off: money(0),
  disputed: money(0),
  credit: money(0),
  online: { is_available: true, minimum: money(150_000), methods: ['nequi', 'pse'] },
  desk: { name: 'Andina', phone: null, email: null, address: null, whatsapp_url: null },
})

const stateOf = (ids: string[], now: Debts) => debtStateOf({ invoice_ids: ids }, now)

test('PAY-02 lo que ya no se debe está pagado, y lo que otro pago tiene está en proceso: no se ofrece', () => {
  expect(stateOf(['1'], debts(owed('2')))).toEqual({ kind: 'paid' })
  expect(stateOf(['1', '2'], debts(owed('1'), owed('2', { attempt_id: ATTEMPT })))).toEqual({
    kind: 'pending',
    attemptId: ATTEMPT,
    number: 'AF-2',
  })
  expect(stateOf(['1'], debts(owed('1'), owed('2', { attempt_id: ATTEMPT })))).toMatchObject({ kind: 'payable' })
})

test('PAY-02 de varias, la que ya se pagó o está en reclamo sale de la cuenta y el valor es el de ahora', () => {
  const now = debts(owed('2', { payable: money(1_500_050) }), owed('3', { payable: money(0) }), owed('4'))
  expect(stateOf(['1', '2', '3'], now)).toMatchObject({ kind: 'payable', amount: 1_500_050, invoices: [{ id: '2' }] })
})

test('PAY-02 lo que no se puede pagar en línea dice por qué', () => {
  expect(stateOf(['1'], debts(owed('1', { payable: money(0) }), owed('2')))).toMatchObject({
    kind: 'blocked',
    why: expect.stringMatching(/en reclamo/),
  })
  expect(stateOf(['1'], debts(owed('1', { payable: money(100_000) })))).toMatchObject({
    kind: 'blocked',
    why: expect.stringMatching(/desde \$/),
  })
  const offline = { ...debts(owed('1')), online: { is_available: false, minimum: money(150_000), methods: [] } }
  expect(stateOf(['1'], offline)).toMatchObject({ kind: 'blocked' })
})

test('SUS-04 PAY-02 de una cuota se paga lo que le falta ahora; si ya no es la próxima, no se ofrece', () => {
  const session = { invoice_ids: ['1', '2'], instalment: { agreement_id: 'a', position: 1 } }
  const next = {
    agreement_id: 'a',
    position: 1,
    last_position: 1,
    payable_until: day('2026-12-09'),
    amount: money(4_000_000),
    invoices: [{ id: '1', number: 'AF-1', amount: money(4_000_000) }],
  }
  const now = debts(owed('1'), owed('2'))
  expect(debtStateOf(session, now, [next])).toMatchObject({
    kind: 'payable',
    amount: 4_000_000,
    invoices: [{ id: '1' }],
  })
  expect(debtStateOf(session, now, [{ ...next, position: 2 }])).toEqual({ kind: 'paid' })
  expect(debtStateOf(session, now, [])).toEqual({ kind: 'paid' })
  expect(debtStateOf(session, debts(owed('1', { attempt_id: ATTEMPT })), [next])).toMatchObject({ kind: 'pending' })
  expect(debtStateOf(session, now, [{ ...next, amount: money(100_000) }])).toMatchObject({
    kind: 'blocked',
    why: expect.stringMatching(/^Los pagos en línea son desde/),
  })
})
