import { Link } from 'react-router'
import { collectionApi } from '#domain/collections/api.ts'
import { POLICY_MODE_LABELS } from '#domain/collections/policy.ts'
import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { TemplateList } from './TemplateList.tsx'

/** The policy of the company and the words of its notices (SUS-01). An administrator reads it; the desk changes it. */
export function PolicyPage() {
  const read = useRead(collectionApi.policy, {})
  const policy = read.data?.data
  const isDesk = useSession().user?.metadata.role === 'financial'
  return (
    <Page
      title="Política de cartera"
      subtitle="Cuándo se recuerda, se avisa, se corta y se reconecta. Cada cambio es una versión nueva"
      actions={isDesk && <Link to={paths.collections}>Ver los cortes de mañana</Link>}
    >
      {policy === undefined ? (
        <ReadState of={read} lines={8} height={44} />
      ) : (
        <>
          <Alert tone={policy.mode === 'on' ? 'good' : 'info'}>
            {POLICY_MODE_LABELS[policy.mode]}
            {policy.version > 0 && `, versión ${policy.version}`}
            {/* The hour ends with its own full stop: 'p. m.'. */}
            {policy.changed_by !== null && policy.changed_at !== null
              ? `: la guardó ${policy.changed_by} el ${instantLabel(new Date(policy.changed_at))}`
              : '.'}
            {policy.can_switch_on_on !== null && ` La puedes encender desde el ${dayLabel(policy.can_switch_on_on)}.`}
          </Alert>
          <Card title="Reglas">
            <PolicyForm key={policy.version} policy={policy} isReadOnly={!isDesk} />
          </Card>
          {isDesk && (
            <Card title="Mensajes">
              <TemplateList />
            </Card>
          )}
        </>
      )}
    </Page>
  )
}
