import { instantLabel } from '#domain/core/days.ts'
import { escapeHtml } from '#server/documents/html.ts'
import type { SimulatedMessage, SimulatedTemplate } from './state.ts'

/** The text that a phone shows for a message. */
function shownText(message: SimulatedMessage, templates: readonly SimulatedTemplate[]): string {
  const template = templates.find(
    ({ waba_id, name }) => waba_id === message.number.waba_id && name === message.template,
  )
  return (template?.body ?? '').replaceAll(/\{\{([a-z0-9_]+)\}\}/g, (_, name: string) => message.values[name] ?? '')
}

/** The page with the messages of the simulator, the latest first. */
export function whatsappPage(messages: readonly SimulatedMessage[], templates: readonly SimulatedTemplate[]): string {
  const articles = messages.toReversed().map(
    (message) => `<article>
<h2>${escapeHtml(message.number.name)}</h2>
<p>Para +${escapeHtml(message.to)} · ${escapeHtml(instantLabel(message.at))}</p>
<pre>${escapeHtml(shownText(message, templates))}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="es">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>WhatsApp de la demostración</title></head>
<body>
<h1>WhatsApp de la demostración</h1>
<p>Aquí llegan los mensajes de WhatsApp de la demostración; nada sale de este equipo. Actualiza la página para ver lo nuevo.</p>
${articles.length === 0 ? '<p>Todavía no hay mensajes.</p>' : articles.join('\n<hr>\n')}
</body>
</html>
`
}
