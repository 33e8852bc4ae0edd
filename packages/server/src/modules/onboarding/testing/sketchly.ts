interface Prices {
  pro?: number
  seats?: string
  extra?: string
}

/** The typical pricing page of a fictional company. */
export const sketchly = ({ pro = 29, seats = '5 team members', extra = '' }: Prices = {}) => `
<!doctype html>
<html lang="en">
<head><title>Pricing – Sketchly</title></head>
<body>
<h1>Plans that grow with you</h1>
<section class="plans">
  <div class="plan">
    <h3>Free</h3>
    <p class="price">$0 <span>/ month</span></p>
    <ul><li>50 credits per month</li><li>3 projects</li><li>Community support</li></ul>
    <a href="/signup">Start free</a>
  </div>
  <div class="plan">
    <span class="badge">Most popular</span>
    <h3>Pro</h3>
    <p class="price">$${pro} <span>/ month</span></p>
    <p>or $${pro * 10} per year</p>
    <ul>
      <li>Everything in Free</li><li>1,000 credits per month</li><li>${seats}</li>
      <li>10,000 API calls per month</li><li>Priority support</li>
    </ul>
    <a href="/signup?plan=pro">Choose Pro</a>
  </div>
  <div class="plan">
    <h3>Enterprise</h3>
    <p class="price">Contact us</p>
    <ul><li>Everything in Pro</li><li>Single sign-on</li></ul>
    <a href="/sales">Talk to sales</a>
  </div>
  ${extra}
</section>
</body>
</html>`
