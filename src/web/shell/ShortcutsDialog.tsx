import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ShortcutSwitch } from './ShortcutSwitch.tsx'
import { goTosOf } from './shortcuts.ts'

/** The list of the shortcuts of a user, with the switch that turns them off. */
export function ShortcutsDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const rows = [
    { keys: ['Ctrl', 'K'], about: 'Buscar y hacer' },
    { keys: ['/'], about: 'Ir al buscador de la lista' },
    { keys: ['N'], about: 'Crear en la lista donde estás' },
    { keys: ['V'], about: 'Ver al lado la fila donde estás (pantalla ancha)' },
    { keys: ['?'], about: 'Ver estos atajos' },
    ...goTosOf(user).map(({ key, title }) => ({ keys: ['G', key.toUpperCase()], about: `Ir a ${title}` })),
  ]
  return (
    <Dialog title="Atajos de teclado" onClose={onClose}>
      <ShortcutSwitch />
      <dl className="shortcuts">
        {rows.map(({ keys, about }) => (
          <div key={about}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
