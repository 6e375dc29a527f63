/** Encodes locations for the parameter `uule`: version 1 for names, 2 for points. @see https://valentin.app/uule.html (November 2026) */

import { type GeoLocation, geoLocationOf } from '../../contract/ads/geo-location.ts'

/** The parameter for a valid `geo_location`, before it is encoded for a URL. */
export function uule(place: string, timeMs: number): string {
  const location = geoLocationOf(place)
  return location.kind === 'point' ? uuleOfPoint(location, timeMs) : uuleOfName(location.name)
}

/** The protobuf message {1: 2, 2: 32, 4: name} in base64 after `w+`. The length is a varint, so names of any length work. */
function uuleOfName(place: string): string {
  const name = Buffer.from(place)
  const message = Buffer.concat([Buffer.from([0x08, 2, 0x10, 32, 0x22, ...varint(name.length)]), name])
  return `w+${message.toString('base64')}`
}

type Point = Extract<GeoLocation, { kind: 'point' }>

/** A text-format protobuf message in base64 after `a `, whose space becomes `+` in a URL. Time in microseconds, radius in millimeters. */
function uuleOfPoint({ latitude, longitude, radiusM }: Point, timeMs: number): string {
  const message = `role:1
producer:12
provenance:6
timestamp:${timeMs}000
latlng{
latitude_e7:${Math.round(latitude * 1e7)}
longitude_e7:${Math.round(longitude * 1e7)}
}
radius:${Math.round(radiusM * 1000)}`
  return `a ${Buffer.from(message).toString('base64')}`
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}
