import {
  filledBody,
  TEMPLATE_EXAMPLES,
  TEMPLATE_PROBLEMS,
  TEMPLATE_STATUS_LABELS,
  type TemplateStatus,
  WHATSAPP_NOTICE_LABELS,
  type WhatsappConnection,
} from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { useChange } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastInfo } from '#web/ui/Toasts.tsx'

const TONES: Readonly<Record<TemplateStatus, Tone>> = {
  missing: 'warn',
  pending: 'info',
  approved: 'good',
  rejected: 'bad',
  paused: 'bad',
  disabled: 'bad',
  different: 'bad',
}

type Props = { connection: WhatsappConnection; query: { company_id?: string } }

/** The template of each notice with its state at Meta, and the button that asks for those that are missing. */
export function WhatsappTemplates({ connection: { templates, notices }, query }: Props) {
  const ask = useChange(whatsappApi.templates, { invalidate: [whatsappApi.get] })
  const isMissing = templates.some(({ status }) => status === 'missing')
  const request = (): void =>
    void ask
      .mutateAsync({ query })
      .then(({ message }) => toastInfo(message))
      .catch((error: unknown) => toastFailure(error, 'No pudimos pedir las plantillas'))
  return (
    <>
      <RowList label="Plantillas de WhatsApp">
        {templates.map(({ notice, name, body, status, problem }) => (
          <li key={notice}>
            <span className="two-lines">
              {WHATSAPP_NOTICE_LABELS[notice]}
              <small>{filledBody(body, TEMPLATE_EXAMPLES)}</small>
              <small>
                {name} · {notices.includes(notice) ? 'sale por WhatsApp' : 'sale por correo'}
              </small>
              {status !== 'approved' && <small>{problem ?? TEMPLATE_PROBLEMS[status]}</small>}
            </span>
            <Badge tone={TONES[status]}>{TEMPLATE_STATUS_LABELS[status]}</Badge>
          </li>
        ))}
      </RowList>
      {isMissing && (
        <div>
          <Button busy={ask.isPending ? 'Pidiendo…' : undefined} onClick={request}>
            Pedir las plantillas a Meta
          </Button>
        </div>
      )}
    </>
  )
}
