import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Todo } from '#domain/dashboard/figures.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { FirstFinancialDialog } from '#web/users/FirstFinancialDialog.tsx'
import { isChecklistAway, putChecklistAway } from './checklist-setting.ts'
import { TODO_TEXTS } from './todo-texts.ts'

/** The steps to set up a company. The user can put it away, and open it again; hidden when all of them are done. */
export function Checklist({ items }: { items: readonly Todo[] }) {
  const [isAway, setAway] = useState(() => isChecklistAway(document.cookie))
  const [opened, setOpened] = useOpened()
  const done = items.filter(({ is_done }) => is_done).length
  const change = (away: boolean): void => {
    putChecklistAway(away)
    setAway(away)
  }
  if (done === items.length) return null
  return (
    <>
      {isAway ? (
        <p>
          <Button size="dense" onClick={() => change(false)}>
            Ver los pasos para empezar: {done} de {items.length}
          </Button>
        </p>
      ) : (
        <Card
          title={`Para empezar: ${done} de ${items.length}`}
          className="checklist"
          actions={
            <Button size="dense" onClick={() => change(true)}>
              Guardar para después
            </Button>
          }
        >
          <progress className="progress__bar" value={done} max={items.length} aria-label="Pasos terminados" />
          <ul className="todo-list" role="list">
            {items.map((item) => (
              <Step key={item.key} item={item} />
            ))}
          </ul>
        </Card>
      )}
      {opened === 'financial' && <FirstFinancialDialog onClose={() => setOpened(null)} />}
    </>
  )
}

function Step({ item: { key, is_done, href } }: { item: Todo }) {
  const { text, action } = TODO_TEXTS[key](0)
  return (
    <li className={is_done ? 'todo-list__done' : undefined}>
      <span>
        {is_done && <Check size={16} aria-hidden="true" />}
        {is_done && <span className="visually-hidden">Listo: </span>}
        {text}
      </span>
      {!is_done &&
        (href === null ? (
          <small>{action}</small>
        ) : (
          <Link to={href} aria-label={`${action}: ${text}`}>
            {action}
          </Link>
        ))}
    </li>
  )
}
