/** The line between two points of the logo, as a decoration. */
export function LinkLine() {
  return (
    <svg className="public-line" viewBox="0 0 400 90" aria-hidden="true" fill="none">
      <path d="M12 76h140c40 0 8-62 52-62h176" stroke="#5a8bff" strokeWidth="4" />
      <circle cx="12" cy="76" r="9" fill="#fff" />
      <circle cx="178" cy="45" r="6" fill="#fff" />
      <circle cx="388" cy="14" r="9" fill="#5a8bff" />
    </svg>
  )
}
