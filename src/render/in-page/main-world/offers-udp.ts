/** Checks if a page's WebRTC peers offer UDP, which bypasses a proxy. */

/** Also resolves with true if the peers aren't ready within `limitMs`. A peer offers all that its browser allows, even without a server. */
export async function offersUdp(limitMs: number): Promise<boolean> {
  if (typeof RTCPeerConnection === 'undefined') return false
  const peer = new RTCPeerConnection()
  const offers: string[] = []
  const ready = new Promise<void>((resolve) => {
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) offers.push(candidate.candidate)
      else resolve()
    }
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, limitMs))])
  const isReady = peer.iceGatheringState === 'complete'
  peer.close()
  return !isReady || offers.some((offer) => / udp /i.test(offer))
}
