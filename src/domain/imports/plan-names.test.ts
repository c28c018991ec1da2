import { expect, test } from 'vitest'
import { planFinder, planKey } from './plan-names.ts'

const PLANS = [
  { code: 'FIB100', name: 'Hogar 100' },
  { code: 'FIB200', name: 'Hogar 200' },
  { code: 'RAD200', name: 'Hogar 200' },
]

test.each<[string, string | null]>([
  ['FIB100', 'FIB100'],
  ['fib-100', 'FIB100'],
  ['HOGAR  100', 'FIB100'],
  ['Hógar 100', 'FIB100'],
  ['Hogar 200', null],
  ['Plan Básico', 'RAD200'],
  ['  plan  basico ', 'RAD200'],
  ['Plan retirado', null],
])('CLI-05 «%s» de otro sistema es el plan %s', (text, code) => {
  const chosen = new Map([
    [planKey('Plan Básico'), 'RAD200'],
    [planKey('Plan retirado'), 'YANOESTA'],
    [planKey('FIB100'), 'FIB200'],
    [planKey('Hogar 100'), 'FIB200'],
  ])
  expect(planFinder(PLANS, chosen)(text)?.code ?? null).toBe(code)
})
