// Opens the link of the address while the code of its page loads (decision 0047); web-kit's guest-session.ts uses the
// responses. Included only in that page. A classic script, not a module.
;(function () {
  var token = (/^#([A-Za-z0-9_-]{43})$/.exec(location.hash) || [])[1]
  if (!token) return
  var controller = new AbortController()
  var signal = controller.signal
  var link = (globalThis.andsceneLink = { token: token, controller: controller })
  function read(opened) {
    var headers = { authorization: 'Bearer ' + opened.guestToken }
    return fetch('/api/scripts/' + encodeURIComponent(opened.scriptId), { headers: headers, signal: signal })
  }
  // Same as `keptGuest` of web-kit.
  function isGood(opened) {
    if (!opened || Date.parse(opened.expiresAt) <= Date.now()) return false
    try {
      var payload = opened.guestToken.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')
      return JSON.parse(atob(payload)).exp * 1000 > Date.now() + 60000
    } catch {
      return true
    }
  }
  var kept
  try {
    kept = JSON.parse(localStorage.getItem('andscene_guests') || '{}')[token]
  } catch {
    // Storage is blocked: open the link again.
  }
  if (kept && isGood(kept.link)) link.script = read(kept.link)
  else {
    link.opened = fetch('/api/listen', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: token, guestKey: kept && kept.guestKey }),
      signal: signal,
    })
    link.script = link.opened.then(function (response) {
      if (!response.ok) throw new Error('The link was not taken')
      return response
        .clone()
        .json()
        .then(function (body) {
          return read(body.data)
        })
    })
    link.opened.catch(function () {})
  }
  // The page shows a failure or retries.
  link.script.catch(function () {})
})()
