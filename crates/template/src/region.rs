//! AWS regions, sets of regions, and AWS partitions.

use super::{Compat, Quirk};
use cfn_warden_syntax::names::nearest;

/// The regions that the linter supports, in the order in which they are checked.
pub const REGIONS: &[&str] = &[
    "af-south-1",
    "ap-east-1",
    "ap-east-2",
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "ap-south-1",
    "ap-south-2",
    "ap-southeast-1",
    "ap-southeast-2",
    "ap-southeast-3",
    "ap-southeast-4",
    "ap-southeast-5",
    "ap-southeast-6",
    "ap-southeast-7",
    "ca-west-1",
    "ca-central-1",
    "cn-north-1",
    "cn-northwest-1",
    "eu-central-1",
    "eu-central-2",
    "eu-north-1",
    "eu-south-1",
    "eu-south-2",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "il-central-1",
    "me-south-1",
    "me-central-1",
    "mx-central-1",
    "sa-east-1",
    "us-east-1",
    "us-east-2",
    "us-gov-east-1",
    "us-gov-west-1",
    "us-west-1",
    "us-west-2",
    "us-iso-east-1",
    "us-iso-west-1",
    "us-isob-east-1",
    "us-isob-west-1",
    "us-isof-east-1",
    "us-isof-south-1",
    "eu-isoe-west-1",
    "eusc-de-east-1",
];

/// A region: an index into [`REGIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(u8);

impl Region {
    /// The default region for linting: us-east-1.
    pub const PRIMARY: Region = Region(32);

    /// Says that a name is not that of a region, with the most similar one.
    pub fn unknown(name: &str) -> String {
        let similar = nearest(name, REGIONS.iter().copied());
        let similar = similar
            .map(|similar| format!("; did you mean `{similar}`?"))
            .unwrap_or_default();
        format!("unknown region `{name}`{similar}")
    }

    /// Returns the region with a name.
    pub fn named(name: &str) -> Option<Region> {
        let place = REGIONS.iter().position(|region| *region == name)?;
        u8::try_from(place).ok().map(Region)
    }

    /// Whether the region is in a mask whose bit n is the n-th region.
    pub fn is_in(self, mask: u64) -> bool {
        mask & (1 << self.0) != 0
    }

    /// Returns the name of the region.
    pub fn name(self) -> &'static str {
        REGIONS
            .get(usize::from(self.0))
            .copied()
            .unwrap_or_default()
    }
}

/// A set of regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Regions(u64);

impl Regions {
    /// The empty set.
    pub const NONE: Regions = Regions(0);
    /// us-east-1 alone.
    pub const PRIMARY: Regions = Regions::only(Region::PRIMARY);

    /// Returns the set of one region.
    pub const fn only(region: Region) -> Regions {
        Regions(1 << region.0)
    }

    /// Returns the intersection of two sets.
    pub const fn and(self, other: Regions) -> Regions {
        Regions(self.0 & other.0)
    }

    /// Whether a region is in the set.
    pub const fn has(self, region: Region) -> bool {
        self.0 & (1 << region.0) != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the regions in the set, in the order of [`REGIONS`].
    pub fn iter(self) -> impl Iterator<Item = Region> {
        (0..64u8)
            .filter(move |place| self.0 & (1 << place) != 0)
            .map(Region)
    }
}

/// An AWS partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Partition {
    /// The name in ARNs.
    pub name: &'static str,
    /// The domain suffix of its service endpoints.
    pub suffix: &'static str,
}

impl Partition {
    /// The standard partition, which most regions belong to.
    pub const COMMERCIAL: Partition = Partition {
        name: "aws",
        suffix: "amazonaws.com",
    };

    /// The partitions that cfn-lint does not know, by the prefix of their region names.
    ///
    /// Source: <https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html>
    const ISOLATED: &[(&str, Partition)] = &[
        (
            "us-iso-",
            Partition {
                name: "aws-iso",
                suffix: "c2s.ic.gov",
            },
        ),
        (
            "us-isob-",
            Partition {
                name: "aws-iso-b",
                suffix: "sc2s.sgov.gov",
            },
        ),
        (
            "eu-isoe-",
            Partition {
                name: "aws-iso-e",
                suffix: "cloud.adc-e.uk",
            },
        ),
        (
            "us-isof-",
            Partition {
                name: "aws-iso-f",
                suffix: "csp.hci.ic.gov",
            },
        ),
        (
            "eusc-",
            Partition {
                name: "aws-eusc",
                suffix: "amazonaws.eu",
            },
        ),
    ];

    /// Returns the partition of a region.
    pub fn of(region: &str) -> Partition {
        let isolated = Partition::ISOLATED
            .iter()
            .find(|(prefix, _)| region.starts_with(prefix));
        match isolated {
            Some((_, partition)) => *partition,
            None if region.starts_with("us-gov-") => Partition {
                name: "aws-us-gov",
                ..Partition::COMMERCIAL
            },
            None if region.starts_with("cn-") => Partition {
                name: "aws-cn",
                suffix: "amazonaws.com.cn",
            },
            None => Partition::COMMERCIAL,
        }
    }

    /// Returns the partition with a name: `aws-cn`.
    pub fn named(name: &str) -> Option<Partition> {
        REGIONS
            .iter()
            .map(|region| Partition::of(region))
            .find(|partition| partition.name == name)
    }

    /// Returns the partition that rules assume for a region; with the quirk kept, cfn-lint's.
    pub fn linted(region: &str, compat: Compat) -> Partition {
        let partition = Partition::of(region);
        let unknown = compat.has(Quirk::Partitions) && Partition::is_isolated(partition.name);
        if unknown {
            Partition::COMMERCIAL
        } else {
            partition
        }
    }

    /// Whether a name is that of a partition that cfn-lint does not know.
    pub fn is_isolated(name: &str) -> bool {
        Partition::ISOLATED
            .iter()
            .any(|(_, partition)| partition.name == name)
    }
}

impl FromIterator<Region> for Regions {
    fn from_iter<I: IntoIterator<Item = Region>>(regions: I) -> Regions {
        Regions(
            regions
                .into_iter()
                .fold(0, |set, region| set | (1 << region.0)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primary_region_is_us_east_1() {
        assert_eq!(Region::PRIMARY.name(), "us-east-1");
        assert_eq!(Region::named("us-east-1"), Some(Region::PRIMARY));
        assert!(REGIONS.len() <= 64);
    }
}
