import { expect, test } from 'vitest'
import { themeOfCookie } from './theme.ts'

test('el tema se lee de su galleta, y sin ella es el del sistema', () => {
  expect([
    themeOfCookie(''),
    themeOfCookie('enlace-theme=dark'),
    themeOfCookie('a=1; enlace-theme=light'),
    themeOfCookie('enlace-theme=rosa'),
  ]).toEqual(['system', 'dark', 'light', 'system'])
  expect(themeOfCookie('otro-enlace-theme=dark')).toBe('system')
})
