import { chooseTheme, THEMES, type Theme, useTheme } from '#web/core/theme.ts'
import { Card } from '#web/ui/Page.tsx'

const LABELS: Readonly<Record<Theme, string>> = { system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' }

/** Light or dark, on this device. */
export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <Card title="Tema de la pantalla">
      <fieldset className="themes">
        <legend className="visually-hidden">Tema de la pantalla en este equipo</legend>
        {THEMES.map((theme) => (
          <label key={theme} className="theme">
            <input type="radio" name="theme" checked={theme === chosen} onChange={() => chooseTheme(theme)} />
            {LABELS[theme]}
          </label>
        ))}
      </fieldset>
    </Card>
  )
}
