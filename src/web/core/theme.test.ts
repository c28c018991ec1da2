import { expect, test } from 'vitest'
import { themeIn } from './theme.ts'

test('el tema se lee de su galleta, y sin ella es el del sistema', () => {
  expect([
    themeIn(''),
    themeIn('enlace-theme=dark'),
    themeIn('a=1; enlace-theme=light'),
    themeIn('enlace-theme=rosa'),
  ]).toEqual(['system', 'dark', 'light', 'system'])
  expect(themeIn('otro-enlace-theme=dark')).toBe('system')
})
