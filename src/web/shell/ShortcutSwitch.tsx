import { switchShortcuts, useShortcutsOn } from '#web/core/shortcut-setting.ts'
import './shortcuts.css'

/** Turns the shortcuts of one key on and off, on this device. */
export function ShortcutSwitch() {
  const isOn = useShortcutsOn()
  return (
    <label className="shortcut-switch">
      <input type="checkbox" checked={isOn} onChange={(event) => switchShortcuts(event.target.checked)} />
      Usar los atajos de una tecla en este equipo
    </label>
  )
}
