//! What two people ask of each other: to take a move back, to play again.

use grandline_games::Side;

use super::document::{GameDocument, Offer, OfferKind};
use super::game::LiveGame;
use crate::error::ApiError;

/// What came of asking for a rematch.
pub(crate) enum Rematch {
    /// The other person is asked.
    Asked,
    /// It has been started already.
    Started(String),
    /// It is to be started now, after this game.
    Agreed(Box<GameDocument>),
}

impl LiveGame {
    /// Whether the other side has asked for the same, so that asking agrees to it.
    pub(super) fn accepts(&self, kind: OfferKind, side: Side) -> bool {
        self.document.offer == Some(Offer { kind, by: !side })
    }

    /// Asks the other side.
    pub(super) fn ask(&mut self, kind: OfferKind, by: Side) -> Result<(), ApiError> {
        let offer = Some(Offer { kind, by });
        if self.document.offer == offer {
            return Err(ApiError::conflict("you have asked already; your opponent has not answered yet"));
        }
        self.document.offer = offer;
        Ok(())
    }

    /// Takes an offer away: declined by the side that was asked, or withdrawn by the other.
    pub(crate) fn decline(&mut self) -> Result<(), ApiError> {
        let offer = self.document.offer.take();
        offer.map(|_| ()).ok_or_else(|| ApiError::conflict("there is no offer to decline"))
    }

    /// Plays again with sides swapped: at once against an agent, and when both want it between two people. `id` is that of
    /// the new game.
    pub(crate) fn rematch(&mut self, side: Side, id: &str) -> Result<Rematch, ApiError> {
        if self.document.is_duel() {
            if let Some(started) = &self.document.rematch {
                return Ok(Rematch::Started(started.clone()));
            }
            if !self.is_over() {
                return Err(ApiError::conflict("the game is not over; finish it before the rematch"));
            }
            if !self.accepts(OfferKind::Rematch, side) {
                return self.ask(OfferKind::Rematch, side).map(|()| Rematch::Asked);
            }
            self.document.offer = None;
        }
        self.document.rematch = Some(id.to_owned());
        Ok(Rematch::Agreed(Box::new(self.document.clone())))
    }
}
