import { expect, test } from 'vitest'
import { areShortcutsOn } from './shortcut-setting.ts'

test('OPS-06 los atajos de una tecla están activos mientras la persona no los apague', () => {
  expect(['', 'enlace-theme=dark', 'enlace-shortcuts='].map(areShortcutsOn)).toEqual([true, true, true])
  expect(['enlace-shortcuts=off', 'a=1; enlace-shortcuts=off; b=2'].map(areShortcutsOn)).toEqual([false, false])
})
