import type { AuditEvent } from '#domain/audit/api.ts'
import { instantLabel } from '#domain/core/days.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'

/** The detail of one event: actor, time, address, and each field before and after (BIN-01). */
export function EventSheet({ fact, onClose }: { fact: AuditEvent; onClose: () => void }) {
  return (
    <Dialog title={fact.sentence} onClose={onClose} footer={<Button onClick={onClose}>Cerrar</Button>}>
      <Facts
        facts={[
          { label: 'Cuándo', value: instantLabel(new Date(fact.at)) },
          { label: 'Quién', value: `${fact.actor.name} (${fact.actor.role})` },
          { label: 'Desde', value: fact.ip ?? '—' },
          ...fact.changes.map(({ field, before, after }) => ({
            label: field,
            value: before === null ? (after ?? '—') : `${before} → ${after ?? '—'}`,
          })),
        ]}
      />
    </Dialog>
  )
}
