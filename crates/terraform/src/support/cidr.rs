//! IP networks in CIDR notation.

use cfn_warden_syntax::{Operand, Text, text};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use num_bigint::BigInt;

/// A network: an address and a prefix length. The host bits of the address are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: u128,
    prefix: u32,
    width: u32,
}

/// Parses `10.0.0.0/8`. Leading zeros are ignored; they do not make a number octal.
pub fn parse(text: &str) -> Result<Network, Text> {
    let invalid = || {
        text!(
            "invalid CIDR expression: invalid CIDR address: {}",
            Operand::Value(text)
        )
    };
    let (address, prefix) = text.split_once('/').ok_or_else(invalid)?;
    if !prefix.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid());
    }
    let prefix: u32 = prefix.parse().map_err(|_| invalid())?;
    let address: IpAddr = address
        .parse()
        .or_else(|_| without_zeros(address).parse())
        .map_err(|_| invalid())?;
    let (bits, width) = match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()), 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    if prefix > width {
        return Err(invalid());
    }
    let network = Network {
        address: 0,
        prefix,
        width,
    };
    Ok(Network {
        address: bits & !network.host_mask(),
        ..network
    })
}

fn without_zeros(address: &str) -> String {
    let part = |part: &str| match part.trim_start_matches('0') {
        "" if !part.is_empty() => "0".into(),
        trimmed => trimmed.to_owned(),
    };
    address.split('.').map(part).collect::<Vec<_>>().join(".")
}

impl Network {
    /// Returns the mask of the host bits.
    fn host_mask(&self) -> u128 {
        let host = self.width.saturating_sub(self.prefix);
        1u128
            .checked_shl(host)
            .map_or(u128::MAX, |bit| bit.saturating_sub(1))
    }

    fn text(&self, address: u128) -> String {
        if self.width == 32 {
            return Ipv4Addr::from_bits(u32::try_from(address & u128::from(u32::MAX)).unwrap_or(0))
                .to_string();
        }
        Ipv6Addr::from_bits(address).to_string()
    }

    /// Returns the address of a host. A negative number counts from the end.
    pub fn host(&self, number: &BigInt) -> Result<String, Text> {
        let none = |at: &BigInt| {
            text!(
                "prefix of {} does not accommodate a host numbered {}",
                Operand::Value(&self.prefix.to_string()),
                Operand::Value(&at.to_string())
            )
        };
        let size = BigInt::from(self.host_mask()) + 1;
        let at = if number.sign() == num_bigint::Sign::Minus {
            &size + number
        } else {
            number.clone()
        };
        if at >= size || at.sign() == num_bigint::Sign::Minus {
            return Err(none(&at));
        }
        let at = u128::try_from(at.clone()).map_err(|_| none(&at))?;
        Ok(self.text(self.address | at))
    }

    /// Returns the netmask of an IPv4 network; `None` for IPv6. The mask of IPv4 addresses within IPv6 has the form of IPv6.
    pub fn mask(&self) -> Option<String> {
        let all = if self.width == 32 {
            u128::from(u32::MAX)
        } else {
            u128::MAX
        };
        (self.width == 32 || self.mapped().is_some()).then(|| self.text(all & !self.host_mask()))
    }

    /// Returns the IPv4 address of a network of IPv4 addresses within IPv6, `::ffff:0:0/96`.
    fn mapped(&self) -> Option<Ipv4Addr> {
        if self.width == 128 {
            Ipv6Addr::from_bits(self.address).to_ipv4_mapped()
        } else {
            None
        }
    }

    /// Returns whether the prefix has fewer bits.
    pub fn is_shorter_than(&self, bits: i64) -> bool {
        i64::from(self.prefix) < bits
    }

    /// Returns the subnet with a number after extending the prefix by `bits`.
    pub fn subnet(&self, bits: i64, number: &BigInt) -> Result<Network, Text> {
        let narrow = || {
            text!(
                "insufficient address space to extend prefix of {} by {}",
                Operand::Value(&self.prefix.to_string()),
                bits
            )
        };
        let prefix = i64::from(self.prefix).saturating_add(bits);
        let prefix = u32::try_from(prefix)
            .ok()
            .filter(|prefix| *prefix <= self.width)
            .ok_or_else(narrow)?;
        let place = self.width.saturating_sub(prefix);
        let Ok(more) = u32::try_from(bits) else {
            // A negative extension keeps all bits of the address, as in Terraform.
            let all = if self.width == 32 {
                u128::from(u32::MAX)
            } else {
                u128::MAX
            };
            let at = u128::try_from(number)
                .unwrap_or(0)
                .checked_shl(place)
                .unwrap_or(0)
                & all;
            return Ok(Network {
                address: self.address | at,
                prefix,
                width: self.width,
            });
        };
        let none = || {
            text!(
                "prefix extension of {} does not accommodate a subnet numbered {}",
                bits,
                Operand::Value(&number.to_string())
            )
        };
        let count = BigInt::from(1) << more;
        let at = if number.sign() == num_bigint::Sign::Minus {
            &count + number
        } else {
            number.clone()
        };
        if at >= count || at.sign() == num_bigint::Sign::Minus {
            return Err(none());
        }
        let at = u128::try_from(at).map_err(|_| none())?;
        let address = self.address | at.checked_shl(place).unwrap_or(0);
        Ok(Network {
            address,
            prefix,
            width: self.width,
        })
    }

    /// Returns the next free subnet after `last`, with the prefix extended by `bits`.
    pub fn next(&self, last: Option<&Network>, bits: i64) -> Result<Network, Text> {
        if bits < 1 {
            return Err("must extend prefix by at least one bit".into());
        }
        let wide = self.width == 128 && bits > 32;
        if wide {
            return Err("may not extend prefix by more than 32 bits".into());
        }
        let prefix = u32::try_from(bits)
            .ok()
            .and_then(|bits| self.prefix.checked_add(bits));
        let Some(prefix) = prefix.filter(|prefix| *prefix <= self.width) else {
            return Err(text!(
                "would extend prefix to {} bits, which is too long for an IPv{} address",
                i64::from(self.prefix).saturating_add(bits),
                if self.width == 32 { 4 } else { 6 }
            ));
        };
        let next = Network {
            address: 0,
            prefix,
            width: self.width,
        };
        let step = next.host_mask();
        let none = || {
            text!(
                "not enough remaining address space for a subnet with a prefix of {} bits after {}",
                Operand::Value(&prefix.to_string()),
                Operand::Value(&last.map_or_else(|| self.to_string(), ToString::to_string))
            )
        };
        let address = match last {
            None => self.address,
            Some(last) => {
                let after = (last.address | last.host_mask())
                    .checked_add(1)
                    .ok_or_else(none)?;
                // Aligns the address to the size of the subnet.
                after.checked_add(step).ok_or_else(none)? & !step
            }
        };
        if address & !self.host_mask() != self.address {
            return Err(none());
        }
        Ok(Network { address, ..next })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mapped() {
            Some(address) => write!(f, "{address}/{}", self.prefix.saturating_sub(96)),
            None => write!(f, "{}/{}", self.text(self.address), self.prefix),
        }
    }
}
