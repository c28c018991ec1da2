import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { finishOf } from './finished-visit.ts'
import type { DeviceReport } from './report-store.ts'

const report = (no_contract: string, sent_at: string | null): DeviceReport => ({
  id: no_contract,
  owner: '900123456/u1',
  status: sent_at === null ? 'draft' : 'sent',
  saved_at: 0,
  sent_at: sent_at === null ? null : Date.parse(sent_at),
  no_contract,
  identification: '1020345678',
  client: 'Ana Ruiz',
  started_at: '2026-11-28T12:00:00.000Z',
  ended_at: null,
  values: {},
  strokes: {},
  also: false,
  failure: null,
  consecutive: null,
})

test('ACT-11 la visita cuya acta ya se envió está hecha; la de un día después, y la de un borrador, no', () => {
  const reports = [report('AF-000007', null), report('AF-000040', '2026-11-28T16:00:00.000Z')]
  const day = (text: string): Day => z.parse(DayText, text)
  expect(finishOf({ no_contract: 'AF-000040', scheduled_on: day('2026-11-28') }, reports)?.id).toBe('AF-000040')
  expect(finishOf({ no_contract: 'AF-000040', scheduled_on: null }, reports)?.id).toBe('AF-000040')
  expect(finishOf({ no_contract: 'AF-000040', scheduled_on: day('2026-11-30') }, reports)).toBeUndefined()
  expect(finishOf({ no_contract: 'AF-000007', scheduled_on: day('2026-11-28') }, reports)).toBeUndefined()
})
