export function LandingPage() { return <h1>Hello</h1> }
