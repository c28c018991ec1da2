import { expect, test } from 'vitest'
import type { WorkOrder } from '#domain/installations/report.ts'
import { chooseReport, type KeptReport, withOrder } from './report-choice.ts'
import type { DeviceReport } from './report-store.ts'

type Given = { status?: DeviceReport['status']; order?: WorkOrder; visit?: WorkOrder; text?: string }

const kept = (id: string, { status = 'draft', order, visit, text }: Given): KeptReport => ({
  report: {
    id,
    owner: '900123456/u1',
    status,
    saved_at: 0,
    sent_at: null,
    no_contract: 'AF-000040',
    identification: '1020345678',
    client: 'Ana Ruiz',
    started_at: '2026-11-28T12:00:00.000Z',
    ended_at: null,
    values: { ...(order && { type_order_job: order }), ...(text && { description_activity: text }) },
    ...(visit && { visit_order: visit }),
    strokes: {},
    also: false,
    failure: null,
    consecutive: null,
  },
  files: [],
})

/** What opens: the id of the report, 'nueva', or the ids to choose from. */
function opened(reports: readonly KeptReport[], order: WorkOrder | null, id: string | null = null): string {
  const choice = chooseReport(reports, { id, order })
  if (choice.kind === 'open') return choice.kept.report.id
  return choice.kind === 'begin' ? 'nueva' : `¿${choice.unsent.map((report) => report.id).join(' o ')}?`
}

const removal = kept('retiro', { order: 'retiro', visit: 'retiro', text: 'Se recogió el router' })
const change = kept('cambio', { order: 'cambio_equipo', text: 'Se cambió la ONU' })

test('ACT-11 la visita de otra orden no abre el borrador del contrato: pregunta, y después cada orden abre el suyo', () => {
  expect(opened([removal], 'cambio_equipo')).toBe('¿retiro?')
  expect(opened([removal], 'retiro')).toBe('retiro')
  expect(opened([change, removal], 'cambio_equipo')).toBe('cambio')
  expect(opened([change, removal], 'retiro')).toBe('retiro')
  expect(opened([change, removal], 'instalacion')).toBe('¿cambio o retiro?')
  // The order that is checked counts, not that of the visit from which it was opened.
  expect(opened([kept('otra', { order: 'retiro', visit: 'cambio_equipo' })], 'cambio_equipo')).toBe('¿otra?')
  expect(opened([kept('fallida', { status: 'failed', order: 'retiro' })], 'cambio_equipo')).toBe('¿fallida?')
})

test('ACT-11 un acta que espera señal no impide empezar la de otra orden; la de su orden se abre', () => {
  const waiting = kept('espera', { status: 'waiting', order: 'retiro' })
  expect(opened([waiting], 'cambio_equipo')).toBe('nueva')
  expect(opened([waiting], 'retiro')).toBe('espera')
  expect(opened([waiting], null)).toBe('espera')
  expect(opened([waiting, change], 'cambio_equipo')).toBe('cambio')
  expect(opened([kept('enviada', { status: 'sent', order: 'retiro' })], 'retiro')).toBe('nueva')
})

test('ACT-11 sin orden en la dirección se abre el único borrador, también uno de una versión anterior, y entre varios se pregunta', () => {
  const old = kept('vieja', { text: 'Falta volver' })
  expect(opened([old], null)).toBe('vieja')
  expect(opened([old], 'retiro')).toBe('vieja')
  expect(withOrder(old.report, 'retiro').values).toEqual({
    description_activity: 'Falta volver',
    type_order_job: 'retiro',
  })
  expect(opened([removal], null)).toBe('retiro')
  expect(opened([change, removal], null)).toBe('¿cambio o retiro?')
  expect(opened([change, removal], null, 'retiro')).toBe('retiro')
  expect(opened([change, removal], 'retiro', 'cambio')).toBe('cambio')
})

test('ACT-11 un borrador que solo se miró se vuelve el de la visita que se abre, y no se pregunta por él', () => {
  const seen = kept('mirada', { order: 'retiro', visit: 'retiro' })
  expect(chooseReport([seen], { id: null, order: 'cambio_equipo' })).toEqual({ kind: 'begin', id: 'mirada' })
  expect(opened([seen], 'retiro')).toBe('mirada')
  expect(opened([seen], null)).toBe('mirada')
  expect(opened([seen, removal], 'retiro')).toBe('retiro')
})
