import { instantLabel } from '#domain/core/days.ts'
import { smsSize } from '#domain/messages/sms.ts'
import { escapeHtml } from '#server/documents/html.ts'
import type { SimulatedSms } from './simulator.ts'

/** The page with the text messages of the simulator, the latest first. */
export function smsPage(messages: readonly SimulatedSms[]): string {
  const articles = messages.toReversed().map(({ from, to, text, at }) => {
    const { parts } = smsSize(text)
    return `<article>
<h2>Para +${escapeHtml(to)}</h2>
<p>De ${escapeHtml(from)} · ${escapeHtml(instantLabel(at))} · ${parts === 1 ? '1 parte' : `${parts} partes`}</p>
<blockquote>${escapeHtml(text)}</blockquote>
</article>`
  })
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mensajes de texto de la demostración</title></head>
<body>
<h1>Mensajes de texto de la demostración</h1>
<p>Aquí llegan los mensajes de texto de la demostración; nada sale de este equipo. Actualiza la página para ver lo nuevo.</p>
${articles.length === 0 ? '<p>Todavía no hay mensajes.</p>' : articles.join('\n<hr>\n')}
</body>
</html>
`
}
