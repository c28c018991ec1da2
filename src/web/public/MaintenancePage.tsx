export function MaintenancePage({ message, until, onRetry }: { message?: string; until?: string | null; onRetry(): void }) {
  return (
    <button type="button" onClick={onRetry}>
      {message} {until}
    </button>
  )
}
