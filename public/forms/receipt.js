/** The withdrawal of a submission. */
import './size.js';

const [sure, button, problem] = ['sure', 'withdraw', 'problem'].map((id) => document.getElementById(id));
sure?.addEventListener('change', () => {
  button.disabled = !sure.checked;
});
button?.addEventListener('click', async () => {
  button.disabled = true;
  problem.hidden = true;
  const response = await fetch(`/v1${location.pathname}`, { method: 'DELETE' }).catch(() => null);
  if (response?.ok) {
    document.getElementById('state').textContent = 'It is withdrawn, and everything that you sent is being deleted.';
    document.getElementById('withdrawal').remove();
    return;
  }
  problem.textContent = 'It could not be withdrawn; try again in a moment.';
  problem.hidden = false;
  button.disabled = false;
});
