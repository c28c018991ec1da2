import { expect, test } from 'vitest'
import { warningOf } from './session-warning.ts'

const left = (seconds: number, idle = 1_800) => ({ seconds_left: seconds, idle_seconds: idle, can_extend: true })

test('ERR-02 el aviso empieza dos minutos antes de que termine la sesión', () => {
  expect(warningOf(left(1_800))).toEqual({ isNear: false, askAgainMs: 1_680_000 })
  expect(warningOf(left(121))).toEqual({ isNear: false, askAgainMs: 1_000 })
  expect(warningOf(left(120))).toEqual({ isNear: true, askAgainMs: 121_000 })
})

test('ERR-02 al terminar se pregunta de nuevo al servidor, que cierra la sesión', () => {
  expect(warningOf(left(0))).toEqual({ isNear: true, askAgainMs: 1_000 })
})

test('ERR-02 en una sesión de un minuto el aviso sale en los últimos veinte segundos', () => {
  expect(warningOf(left(60, 60))).toEqual({ isNear: false, askAgainMs: 40_000 })
  expect(warningOf(left(20, 60)).isNear).toBe(true)
})
